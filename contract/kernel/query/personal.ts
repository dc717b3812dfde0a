import { personal } from '../field.ts'
import type { Reader } from './reader.ts'
import { mapTerms, type Query, type Scalar, type Term, type TextScalar, termsIn } from './tree.ts'

type Private = Pick<Reader, 'fields' | 'searchable'>
/** A value in the open. */
export type Open = Exclude<TextScalar, { is: 'sealed' }>

const isOpen = (scalar: Scalar): scalar is Open => scalar.is === 'text' || scalar.is === 'prefix'
const isText = (scalar: Scalar): scalar is TextScalar => isOpen(scalar) || scalar.is === 'sealed'
const values = (term: Term): readonly Scalar[] =>
  term.kind === 'word' ? [term.text] : term.kind === 'oneOf' ? term.values : []

/** Whether the values of `term` are compared with a personal field. Only equality is: such fields have no order. */
function isPersonal(term: Term, { fields, searchable }: Private): boolean {
  const asked = term.kind === 'word' ? searchable : [term.field]
  return fields.some((field) => personal(field) && asked.includes(field.name))
}

/**
 * The terms of `query` that hold a personal value in the open, bare words included where a personal field is searched.
 * A query may stand in a URL when there are none.
 */
export const personalIn = ({ where }: Query, reader: Private): readonly Term[] =>
  termsIn(where).filter((term) => isPersonal(term, reader) && values(term).some(isOpen))

/** `query` with every text, prefix and token in it replaced by what `change` makes of it. */
const reworded = ({ where, sort }: Query, change: (value: TextScalar, term: Term) => TextScalar): Query => {
  const reword = (term: Term): Term => {
    if (term.kind === 'word') return { ...term, text: change(term.text, term) }
    if (term.kind !== 'oneOf') return term
    return { ...term, values: term.values.map((value) => (isText(value) ? change(value, term) : value)) }
  }
  return { where: where && mapTerms(where, reword), sort }
}

/** `query` with every personal value replaced by the token that `tokenOf` gives for it. */
export const sealed = (query: Query, reader: Private, tokenOf: (value: Open) => string): Query =>
  reworded(query, (value, term) =>
    isOpen(value) && isPersonal(term, reader) ? { is: 'sealed', token: tokenOf(value) } : value,
  )

/** `query` with every token replaced by the value that `open` gives for it: undoes `sealed`. */
export const opened = (query: Query, open: (token: string) => Open): Query =>
  reworded(query, (value) => (isOpen(value) ? value : open(value.token)))
