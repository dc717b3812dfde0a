import type { Field } from '#contract/kernel/field.ts'
import { tonesOf } from '#src/locale/choices.ts'
import type { Grid } from '../define.ts'

/** The field that says how a row stands: the first shown whose words have tones, else the first that is of fixed words. */
export function stateFieldOf({ columns, listing }: Pick<Grid, 'columns' | 'listing'>): Field | null {
  const choices = columns
    .filter(({ kind, hidden, pin }) => kind === 'choice' && !hidden && !pin)
    .map(({ field }) => listing.fields.find(({ name }) => name === field)!)
  return choices.find((field) => Object.keys(tonesOf(field)).length > 0) ?? choices[0] ?? null
}
