import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
import type { Word } from '#contract/dictionaries/words.ts'
import type { Country } from '#contract/kernel/calendar.ts'
import { namingIdentities } from '#contract/kernel/countries.ts'
import type { FaultValues } from '#contract/kernel/fault.ts'
import { formatValues } from '#contract/kernel/format.ts'
import { type Language, languages, namespaceOf } from '#locales/index.ts'
import { root } from './root.ts'

/** Translate function: the text of a key in the language of whoever reads. */
export type Translate = (key: string, values?: FaultValues) => string

/** Translations: what the server says, in the reader's language. */
export interface Translations {
  /** The text of a key, such as `faults.stale_version`. */
  t(language: Language, key: string, values?: FaultValues): string
  has(key: string): boolean
  /** What comes with the product, in every language that it has been written in, whatever an administrator calls it. */
  shipped(key: string): Partial<Record<Language, string>>
  /** Has labels of dictionaries said as an administrator has written them. */
  override(words: readonly Word[]): void
}

/** All texts of one language under flat keys, `loans.redisburse`, with the names of a country in them. */
function textsOf(language: Language, country: Country): Record<string, string> {
  const folder = join(root, 'locales', language)
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return Object.fromEntries(
    files.flatMap((file) => {
      const texts = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>
      const noun = namespaceOf(file.replace('.json', ''))
      return Object.entries(texts).map(([key, text]) => [`${noun}.${key}`, namingIdentities(text, country)])
    }),
  )
}

const textsRead = new Map<Country, Record<Language, { translation: Record<string, string> }>>()

/** The texts of every language, read once for each country: they do not change while the process runs. */
function textsIn(country: Country): Record<Language, { translation: Record<string, string> }> {
  const texts =
    textsRead.get(country) ??
    (Object.fromEntries(
      languages.map((language) => [language, { translation: textsOf(language, country) }]),
    ) as ReturnType<typeof textsIn>) // one for each language
  textsRead.set(country, texts)
  return texts
}

/** Codes are said with their words, since staff know them by number. */
const labelled = (value: string | number, text: string) => (typeof value === 'number' ? `${value} ${text}` : text)

/** What of a text is filled in: a value, or another text. */
const isFilled = /\{\{|\$t\(/

type Overrides = ReadonlyMap<Language, ReadonlyMap<string, string>>

/** The labels that somebody has written, by language and key. */
const overridesOf = (words: readonly Word[]): Overrides =>
  new Map(
    languages.map((language) => [
      language,
      new Map(
        words.flatMap(({ of, code, labels }) => {
          const label = labels[language]
          return label === undefined ? [] : [[`${of}.${code}`, label] as const]
        }),
      ),
    ]),
  )

/** What is said in a country; it does not change while the server runs, but for the labels of dictionaries. */
export function readTranslations(country: Country = 'IN'): Translations {
  const texts = textsIn(country)
  const i18n = i18next.createInstance({
    lng: 'en',
    fallbackLng: 'en',
    resources: texts,
    // keys hold dots, so nothing separates
    nsSeparator: false,
    keySeparator: false,
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  void i18n.init()
  let overrides: Overrides = new Map()
  // any word of a row may be asked for: also the name of what every object has
  const own = (language: Language, key: string): string | undefined =>
    Object.hasOwn(texts[language].translation, key) ? texts[language].translation[key] : undefined
  const exists = (key: string): boolean => own('en', key) !== undefined
  // what staff have added may have no label but an English one
  const overridden = (language: Language, key: string): string | undefined =>
    overrides.get(language)?.get(key) ?? (exists(key) ? undefined : overrides.get('en')?.get(key))
  /** What a key says where nothing is to be filled in: lists say hundreds of words, and i18next would look for what there is. */
  const plain = (language: Language, key: string): string | undefined => {
    const text = own(language, key) ?? own('en', key) ?? key
    return isFilled.test(text) ? undefined : text
  }
  const filled = (language: Language, key: string, values: FaultValues): string =>
    i18n.t(key, {
      lng: language,
      ...formatValues(values, language, ({ vocabulary, value }) =>
        labelled(value, t(language, `${vocabulary}.${value}`)),
      ),
    })
  const t = (language: Language, key: string, values?: FaultValues): string =>
    overridden(language, key) ?? (values ? undefined : plain(language, key)) ?? filled(language, key, values ?? {})
  return {
    t,
    has: (key) => exists(key) || overrides.get('en')?.has(key) === true,
    shipped: (key) =>
      Object.fromEntries(
        languages.flatMap((language) => {
          const text = own(language, key)
          return text === undefined ? [] : [[language, text] as const]
        }),
      ),
    override(words) {
      overrides = overridesOf(words)
    },
  }
}

/** Content negotiation: the first language a caller accepts that there are words for. */
export function languageOf(accepted: string | undefined): Language {
  const wanted = (accepted ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase())
  return (
    languages.find((language) => language === wanted.find((code) => (languages as readonly string[]).includes(code))) ??
    'en'
  )
}
