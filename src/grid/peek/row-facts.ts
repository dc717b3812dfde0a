import type { Field } from '#contract/kernel/field.ts'
import type { Grid } from '../define.ts'
import type { GridModel } from '../model/grid-model.ts'
import type { Row } from '../model/pages.ts'

/** Facts of a list, as far as a look at a row needs them. */
type Listed = { readonly listing: Pick<GridModel['listing'], 'fields'>; readonly grid: Pick<Grid, 'columns'> }

/** A text that was left empty says as little as none. */
const isSaid = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

/** What a row says beside its head, what matters most first: as the columns of the list stand, then those not shown. */
export function factsOf({ listing, grid }: Listed, row: Row, head: readonly (string | undefined)[]): readonly Field[] {
  const rank = (name: string) => {
    const at = grid.columns.findIndex(({ field }) => field === name)
    return at < 0 ? grid.columns.length : at + (grid.columns[at]!.hidden ? grid.columns.length : 0)
  }
  return listing.fields
    .filter(({ name }) => !head.includes(name) && name !== 'version' && isSaid(row[name]))
    .toSorted((a, b) => rank(a.name) - rank(b.name))
}
