import type { countries, LetterLanguage } from './kernel/countries.ts'
import { formatMoney } from './kernel/format.ts'
import { formatDay } from './kernel/letter-dates.ts'
import type { LocalDate, Money } from './kernel/values.ts'
import { type Occasion, occasions, type VariableKind } from './message-occasions.ts'

/** The value of a variable, by what it holds. */
type ValueOf<Kind extends VariableKind> = Kind extends 'money' ? Money : Kind extends 'day' ? LocalDate : string
/** What fills the variables of an occasion. */
export type ValuesOf<On extends Occasion> = {
  readonly [Name in keyof (typeof occasions)[On]['variables']]: (typeof occasions)[On]['variables'][Name] extends infer Kind extends
    VariableKind
    ? ValueOf<Kind>
    : never
}
/** The values of some occasion's variables, by name. */
export type TemplateValues = Readonly<Record<string, Money | string>>

/** What begins the name of a parameter that a template reads: `{{conf.help.hotline}}`. */
const parameterPrefix = 'conf.'
/** What a template calls a parameter. */
export const parameterName = (code: string): string => `${parameterPrefix}${code}`
/** What stands in a template for a variable or a parameter. */
export const placeholderOf = (name: string): string => `{{${name}}}`
const placeholder = /{{\s*([A-Za-z][\w.-]*)\s*}}/g

/** Names of the variables in a text, each once. */
const namesIn = (text: string): string[] => [...new Set([...text.matchAll(placeholder)].map(([, name]) => name!))]

/** Codes of the parameters that a text reads. */
export const parametersIn = (text: string): string[] =>
  namesIn(text).flatMap((name) => (name.startsWith(parameterPrefix) ? [name.slice(parameterPrefix.length)] : []))

/** The variables that a template may name, each with what it holds. */
export const variablesOf = (occasion: Occasion): Readonly<Record<string, VariableKind>> => occasions[occasion].variables

/**
 * What a template names and nobody fills: a variable that its occasion lacks, a parameter that there is not, a brace that
 * is not closed. Null where there is no such.
 */
export function unknownVariableIn(text: string, occasion: Occasion, parameters: ReadonlySet<string>): string | null {
  const isKnown = (name: string) =>
    Object.hasOwn(variablesOf(occasion), name) ||
    (name.startsWith(parameterPrefix) && parameters.has(name.slice(parameterPrefix.length)))
  const unknown = namesIn(text).find((name) => !isKnown(name))
  if (unknown !== undefined) return unknown
  const [stray] = /[^\s]*(?:{{|}})[^\s]*/.exec(text.replace(placeholder, '')) ?? []
  return stray ?? null
}

/** How values are written: the country says how numbers are, the language how days are. */
export interface Writing {
  readonly country: keyof typeof countries
  readonly language: LetterLanguage
}

/**
 * Fills a template: the one function that what is sent, and what is shown beforehand, comes from. `parameters` are those
 * that the text reads, by code. What has no value stays as it stands.
 */
export function fillTemplate(
  text: string,
  {
    occasion,
    values,
    parameters,
  }: {
    readonly occasion: Occasion
    readonly values: TemplateValues
    readonly parameters: ReadonlyMap<string, Money | string>
  },
  { country, language }: Writing,
): string {
  const kinds = variablesOf(occasion)
  const valueNamed = (name: string): Money | string | undefined => {
    if (name.startsWith(parameterPrefix)) return parameters.get(name.slice(parameterPrefix.length))
    return Object.hasOwn(kinds, name) ? values[name] : undefined
  }
  const written = (name: string): string | undefined => {
    const value = valueNamed(name)
    if (value === undefined) return undefined
    if (typeof value !== 'string') return formatMoney(value, `${language}-${country.slice(0, 2)}`)
    return kinds[name] === 'day' ? formatDay(value as LocalDate, language) : value
  }
  return text.replace(placeholder, (whole, name: string) => written(name) ?? whole)
}

/** Letters that an SMS has in its 7-bit alphabet, and those that take the place of two. Source: GSM 03.38. */
const gsmLetters = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/
const doubled = /[\^{}\\[~\]|€]/g

/** Parts that a text is sent in as SMS: of 160 letters, or of 70 where one of them is not in the 7-bit alphabet. */
export function smsParts(text: string): number {
  const isPlain = gsmLetters.test(text)
  const length = isPlain ? text.length + (text.match(doubled)?.length ?? 0) : text.length
  const [whole, part] = isPlain ? [160, 153] : [70, 67]
  return length <= whole ? 1 : Math.ceil(length / part)
}
