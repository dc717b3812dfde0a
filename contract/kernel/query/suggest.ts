import type { Field } from '../field.ts'
import { fold, joints, type Keyword, nearDays, operatorsOf, type QueryContext } from './context.ts'
import { quoteName, quoteValue } from './quote.ts'

/** Something that may be typed next. */
export interface Suggestion {
  /** What stands in the line if it is taken. */
  readonly text: string
  /** How it is called on the screen; the text itself where the language has no word for it here. */
  readonly label: string
  readonly role: 'field' | 'operator' | 'keyword' | 'choice' | 'day' | 'me' | 'sort'
}

const itself =
  (role: Suggestion['role']) =>
  (text: string): Suggestion => ({ text, label: text, role })

const columnName = ({ words }: QueryContext, name: string): string => words?.fields[name] ?? name
const named = (reader: QueryContext, { name }: Field, text = quoteName(name)): Suggestion => ({
  text,
  label: columnName(reader, name),
  role: 'field',
})

const isFlag = ({ kind }: Field): boolean => kind === 'flag'

/** The fields that take an operator, where one stands already. */
export const suggestFields = (reader: QueryContext): readonly Suggestion[] =>
  reader.fields.filter((field) => !isFlag(field)).map((field) => named(reader, field))

/** Every way to begin a term. */
export function suggestTerms(reader: QueryContext): readonly Suggestion[] {
  const { fields, sortable, words } = reader
  const keywordOf = (keyword: Keyword) => `${words?.keywords?.[keyword] ?? keyword}:`
  const terms = fields.map((field) =>
    named(reader, field, isFlag(field) ? keywordOf('is') + quoteName(field.name) : `${quoteName(field.name)}:`),
  )
  const nullable = fields.some((field) => field.nullable)
  const open: Keyword[] = [
    ...(fields.some(isFlag) ? (['is'] as const) : []),
    ...(nullable ? (['has', 'no'] as const) : []),
    ...(sortable.length > 0 ? (['sort'] as const) : []),
  ]
  const opening = open.map((keyword): Suggestion => ({ text: keywordOf(keyword), label: keyword, role: 'keyword' }))
  const joining = joints.map((joint): Suggestion => {
    return { text: words?.joints?.[joint] ?? joint, label: joint, role: 'keyword' }
  })
  return [...terms, ...opening, ...joining]
}

/** The operators of `field`, behind `before`. */
export const suggestOperators = (field: Field, before: string): readonly Suggestion[] =>
  operatorsOf(field).map((operator) => ({ text: before + operator, label: operator, role: 'operator' }))

/** What `keyword` may be about. */
export function suggestKeywordFields(reader: QueryContext, keyword: Keyword): readonly Suggestion[] {
  if (keyword !== 'sort') {
    const fits = keyword === 'is' ? isFlag : ({ nullable }: Field) => nullable
    return reader.fields.filter(fits).map((field) => named(reader, field))
  }
  return reader.sortable.flatMap((name) =>
    ['', '-'].map((direction): Suggestion => {
      return { text: quoteName(name) + direction, label: columnName(reader, name), role: 'sort' }
    }),
  )
}

const offsets = ['-7d', '-30d', '+7d'].map(itself('day'))
const days = ({ words }: QueryContext): Suggestion[] => [
  ...[...nearDays.keys()].map((day): Suggestion => ({ text: day, label: words?.days?.[day] ?? day, role: 'day' })),
  ...offsets,
]

/** The values of `field` that are known without asking the server. */
export function suggestKnownValues(reader: QueryContext, field: Field): readonly Suggestion[] {
  const labels = reader.words?.choices(field)
  if (field.choices) {
    return field.choices.map((value) => ({
      text: quoteValue(String(value)),
      label: labels?.[value] ?? String(value),
      role: 'choice',
    }))
  }
  if (field.kind === 'date' || field.kind === 'instant') return days(reader)
  return field.kind === 'ref' && field.of === 'staff' ? ['@me'].map(itself('me')) : []
}

/** Whether the server may tell which values of `field` are frequent: never those of a masked one. */
export const hasFacet = ({ kind, choices }: Field): boolean =>
  kind === 'ref' || kind === 'name' || kind === 'text' || (kind === 'tags' && !choices)

/** Those of `suggestions` that hold `prefix` in text or label, those that begin with it first. */
export function filterSuggestions(suggestions: readonly Suggestion[], prefix: string): readonly Suggestion[] {
  const wanted = fold(prefix)
  const found = suggestions.map((suggestion) => ({
    suggestion,
    at: [suggestion.text, suggestion.label].map((text) => fold(text).indexOf(wanted)).filter((at) => at >= 0),
  }))
  return found
    .filter(({ at }) => at.length > 0)
    .toSorted((a, b) => Number(!a.at.includes(0)) - Number(!b.at.includes(0)))
    .map(({ suggestion }) => suggestion)
}
