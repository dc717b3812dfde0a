import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import i18next from 'i18next'
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
}

/** All texts of one language under flat keys: `loans.redisburse`. */
function textsOf(language: Language): Record<string, string> {
  const folder = join(root, 'locales', language)
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  return Object.fromEntries(
    files.flatMap((file) => {
      const texts = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string>
      const noun = namespaceOf(file.replace('.json', ''))
      return Object.entries(texts).map(([key, text]) => [`${noun}.${key}`, text])
    }),
  )
}

/** Codes are said with their words, since staff know them by number. */
const labelled = (value: string | number, text: string) => (typeof value === 'number' ? `${value} ${text}` : text)

/** Reads the words once; they do not change while the server runs. */
export function readTranslations(): Translations {
  const i18n = i18next.createInstance({
    lng: 'en',
    fallbackLng: 'en',
    resources: Object.fromEntries(languages.map((language) => [language, { translation: textsOf(language) }])),
    // keys hold dots, so nothing separates
    nsSeparator: false,
    keySeparator: false,
    interpolation: { escapeValue: false },
    initAsync: false,
  })
  void i18n.init()
  const t = (language: Language, key: string, values: FaultValues = {}): string =>
    i18n.t(key, {
      lng: language,
      ...formatValues(values, language, ({ vocabulary, value }) =>
        labelled(value, t(language, `${vocabulary}.${value}`)),
      ),
    })
  return { t: t, has: (key) => i18n.exists(key) }
}

/** Content negotiation: the first language a caller accepts that there are words for. */
export function languageOf(accepted: string | undefined): Language {
  const wanted = (accepted ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase())
  return (
    languages.find((language) => language === wanted.find((code) => (languages as readonly string[]).includes(code))) ??
    'en'
  )
}
