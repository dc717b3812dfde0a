import { isPersonal } from '../field.ts'
import type { QueryContext } from './context.ts'
import { mapTerms, type Query, type Scalar, type Term, type TextScalar, termsIn } from './tree.ts'

type Private = Pick<QueryContext, 'fields' | 'searchable'>
/** A value in plain text, no token. */
export type PlainScalar = Exclude<TextScalar, { is: 'sealed' }>

const isOpen = (scalar: Scalar): scalar is PlainScalar => scalar.is === 'text' || scalar.is === 'prefix'
const isText = (scalar: Scalar): scalar is TextScalar => isOpen(scalar) || scalar.is === 'sealed'
const values = (term: Term): readonly Scalar[] =>
  term.kind === 'word' ? [term.text] : term.kind === 'oneOf' ? term.values : []

/** Whether the values of `term` are compared with a personal field. Only equality is: such fields have no order. */
function isPersonalTerm(term: Term, { fields, searchable }: Private): boolean {
  const asked = term.kind === 'word' ? searchable : [term.field]
  return fields.some((field) => isPersonal(field) && asked.includes(field.name))
}

/**
 * The terms of `query` that hold personal data (PII) in plain text, bare words included where a personal field is
 * searched. A query may stand in a URL when there are none.
 */
export const personalTerms = ({ where }: Query, reader: Private): readonly Term[] =>
  termsIn(where).filter((term) => isPersonalTerm(term, reader) && values(term).some(isOpen))

/** `query` with every text, prefix and token in it replaced by what `change` makes of it. */
const reworded = ({ where, sort }: Query, change: (value: TextScalar, term: Term) => TextScalar): Query => {
  const reword = (term: Term): Term => {
    if (term.kind === 'word') return { ...term, text: change(term.text, term) }
    if (term.kind !== 'oneOf') return term
    return { ...term, values: term.values.map((value) => (isText(value) ? change(value, term) : value)) }
  }
  return { where: where && mapTerms(where, reword), sort }
}

/** Tokenises personal data: `query` with every personal value replaced by the token that `tokenOf` gives for it. */
export const tokenize = (query: Query, reader: Private, tokenOf: (value: PlainScalar) => string): Query =>
  reworded(query, (value, term) =>
    isOpen(value) && isPersonalTerm(term, reader) ? { is: 'sealed', token: tokenOf(value) } : value,
  )

/** `query` with every token replaced by the value that `open` gives for it: undoes `sealed`. */
export const detokenize = (query: Query, open: (token: string) => PlainScalar): Query =>
  reworded(query, (value) => (isOpen(value) ? value : open(value.token)))
