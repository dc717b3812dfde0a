import dayjs from 'dayjs'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { proxy, useSnapshot } from 'valtio'
import { namingIdentities } from '#contract/kernel/countries.ts'
import { type Language, languages, namespaceOf } from '#locales/index.ts'
import { readCookie, writeCookie } from './cookie.ts'
import { country } from './country.ts'
import { onWords, writtenLabel } from './words.ts'

type Texts = Readonly<Record<string, string>>
type Files = Readonly<Record<string, Texts>>

/** What the sign-in page needs, in every language; small enough to come with it. */
const first = import.meta.glob<Texts>('../../locales/*/session.json', { import: 'default' })
/** Everything else, one chunk per language. */
const all = import.meta.glob<{ files: Files; locale: ILocale }>('./bundles/*.ts')

/** Whether the console speaks it. */
export const isLanguage = (code: unknown): code is Language => (languages as readonly unknown[]).includes(code)
const cookieName = 'language'

/** The stored choice, else the browser's language where there is one of ours, else English. */
function preferred(): Language {
  const stored = readCookie(cookieName)
  if (stored && isLanguage(stored)) return stored
  return navigator.languages.map((code) => code.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

const state = proxy<{ language: Language }>({ language: 'en' })
/** Whether more was loaded than the sign-in page needs. */
let whole = false

const i18n = i18next.createInstance()

/** Flat keys, `loans.redisburse`, out of the files they stand in. */
const flat = (files: Files): Texts =>
  Object.fromEntries(
    Object.entries(files).flatMap(([path, texts]) => {
      const noun = namespaceOf(path.split('/').at(-1)!.replace('.json', ''))
      return Object.entries(texts).map(([key, text]) => [`${noun}.${key}`, text])
    }),
  )

/** Cache of texts without values, by language, country and key: every row that is drawn says some. */
const said = new Map<string, string>()
i18n.on('languageChanged', () => said.clear())
onWords(() => said.clear())

function add(language: Language, texts: Texts): void {
  said.clear()
  i18n.addResourceBundle(language, 'translation', texts, true, true)
}

/** Loads the sign-in page's texts, and starts. What cannot be loaded is said in English, or by its key. */
export async function startLanguage(): Promise<void> {
  const language = preferred()
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: {},
    // keys hold dots, so nothing separates
    nsSeparator: false,
    keySeparator: false,
    interpolation: { escapeValue: false },
    missingInterpolationHandler: () => '…',
    // said by its key, and complained of: no compiler looks for the texts of keys that are put together
    saveMissing: true,
    missingKeyHandler: (_languages, _namespace, key) => console.error(`no text has the key ${key}`),
    react: { bindI18n: 'languageChanged', bindI18nStore: 'added' },
  })
  // whoever shows a text shows it anew
  onWords(() => add(state.language, {}))
  await Promise.all([loadFirst(language), language === 'en' ? null : loadFirst('en')])
  use(language)
}

async function loadFirst(language: Language): Promise<boolean> {
  const load = first[`../../locales/${language}/session.json`]
  try {
    if (load) add(language, flat({ 'session.json': await load() }))
    return true
  } catch {
    return false
  }
}

/** Loads all texts of a language, or English in their place. Answers whether they came. Safe to call again. */
export async function loadTexts(language: Language): Promise<boolean> {
  whole = true
  const load = async (one: Language) => {
    const { files, locale } = await all[`./bundles/${one}.ts`]!()
    add(one, flat(files))
    dayjs.locale(locale, undefined, true)
  }
  try {
    await load(language)
    return true
  } catch {
    await load('en').catch(() => {}) // then keys stand for texts, and the rest works
    return false
  }
}

function use(language: Language): void {
  state.language = language
  document.documentElement.lang = language
  void i18n.changeLanguage(language)
}

/** The choice that counts, while the texts of several are on their way. */
let wanted: Language | null = null

/**
 * Switches the console, or the sign-in page, to `language`, in place, and remembers it; of two choices the later one
 * counts. Answers whether its texts came.
 */
export async function setLanguage(language: Language): Promise<boolean> {
  wanted = language
  const before = whole
  const came = await (whole ? loadTexts(language) : loadFirst(language))
  if (wanted !== language) return came
  // somebody signed in meanwhile: all of it is shown by now
  if (whole !== before) return setLanguage(language)
  writeCookie(cookieName, language)
  use(language)
  return came
}

/** What each language calls itself. */
export const languageNames: Readonly<Record<Language, string>> = {
  zh: '简体中文',
  en: 'English',
  es: 'Español',
  vi: 'Tiếng Việt',
  id: 'Bahasa Indonesia',
  ja: '日本語',
}
/** The languages one chooses from; Japanese comes by the browser or the stored choice. Source: specification, section 2. */
export const offeredLanguages = ['zh', 'en', 'es', 'vi', 'id'] as const satisfies readonly Language[]

/** The language of the screen. */
export const language = (): Language => state.language
/** The language of the screen; renders again when it changes. */
export const useLanguage = (): Language => useSnapshot(state).language

/** The label that somebody has written; of what comes with the product none in another language than that. */
const labelOf = (key: string): string | undefined =>
  writtenLabel(state.language, key) ?? (i18n.exists(key) ? undefined : writtenLabel('en', key))

type Values = Readonly<Record<string, unknown>>
const read = (key: string, values: Values): string =>
  labelOf(key) ?? namingIdentities(i18n.t(key, { ...values }), country())

/** i18next, for `text` only. */
export function translate(key: string, values: Values): string {
  if (Object.keys(values).length > 0) return read(key, values)
  const place = `${state.language} ${country()} ${key}`
  const known = said.get(place)
  if (known !== undefined) return known
  const now = read(key, values)
  said.set(place, now)
  return now
}
export const hasText = (key: string): boolean => i18n.exists(key) || writtenLabel('en', key) !== undefined
/** A text in every language that is loaded: what was said just before somebody switched is known, too. */
export const inEveryLanguage = (key: string): readonly string[] =>
  languages.flatMap((code) => i18n.getResource(code, 'translation', key) ?? [])
