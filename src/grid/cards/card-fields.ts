import type { Field } from '#contract/kernel/field.ts'
import type { Column, Grid } from '../define.ts'
import { stateFieldOf } from '../model/state-field.ts'

/** What a card shows of a row: at the left from top to bottom which one it is, how it stands, whose; at the right numbers. */
export interface CardFields {
  readonly id: Field
  readonly state: Field | null
  readonly people: readonly Field[]
  readonly amount: Field | null
  readonly day: Field | null
  /** A number that may alarm. */
  readonly number: Field | null
}

/** Chooses what a card shows by the columns: what stays in sight in the table tells which one it is, the first of each kind the rest. */
export function cardFieldsOf({ columns, listing }: Grid): CardFields {
  const shown = columns.filter(({ hidden }) => !hidden)
  const own = shown.find(({ pin }) => pin) ?? shown.find(({ kind }) => kind === 'id')
  const all = (...kinds: string[]) => shown.filter((column) => column !== own && kinds.includes(column.kind))
  const field = (column: Column | undefined) => listing.fields.find(({ name }) => name === column?.field) ?? null
  const person = all('name')[0] ?? all('ref')[0]
  const state = stateFieldOf({ columns, listing })
  // which of several kinds it is: a call that came in, a consent to marketing
  const [kind] = all('choice').filter((_, i, [first]) => i === 0 && first!.field !== state?.name)
  // what others say in their own words is told by its class, which stands in front of it
  const told = (column: Column) => {
    const before = shown[shown.indexOf(column) - 1]
    return field(column)?.quoted && before?.kind === 'choice' ? before : column
  }
  const words = all('masked', 'text').map(told)
  return {
    id: field(own) ?? listing.fields[0]!,
    state,
    people: [...(kind ? [kind] : []), ...[...(person ? [person] : []), ...words].slice(0, 2)]
      .map(field)
      .filter((one) => one !== null),
    amount: field(all('money')[0]),
    day: field(all('date', 'instant')[0]),
    number: field(shown.find(({ alarm }) => alarm)),
  }
}
