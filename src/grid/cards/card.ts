import type { Field } from '#contract/kernel/field.ts'
import type { Column, Grid } from '../define.ts'

/** What a card shows of a row: at the left from top to bottom which one it is, how it stands, whose; at the right numbers. */
export interface Card {
  readonly id: Field
  readonly state: Field | null
  readonly people: readonly Field[]
  readonly amount: Field | null
  readonly day: Field | null
  /** A number that may alarm. */
  readonly number: Field | null
}

/** Chooses what a card shows by the kinds of the columns, the first of each. */
export function cardOf({ columns, listing }: Grid): Card {
  const shown = columns.filter(({ hidden }) => !hidden)
  const first = (...kinds: string[]) => shown.find(({ kind }) => kinds.includes(kind))
  const field = (column: Column | undefined) => listing.fields.find(({ name }) => name === column?.field) ?? null
  return {
    id: field(first('id')) ?? listing.fields[0]!,
    state: field(first('choice')),
    people: [field(first('name', 'ref')), field(first('masked', 'text'))].filter((one) => one !== null),
    amount: field(first('money')),
    day: field(first('date', 'instant')),
    number: field(shown.find(({ alarm }) => alarm)),
  }
}
