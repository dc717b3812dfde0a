import { type Column, type SQL, sql } from 'drizzle-orm'
import { type DueFact, dueLags, recoveryLags } from '#contract/due-facts.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { AmountColumns, ColumnMappings, ReadContext } from '#server/kernel/listing/column-mapping.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { appRows } from '#server/modules/apps/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { productRows } from '#server/modules/products/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { dueFactRows as facts } from './store.ts'

const amount = (minor: SQL | Column) => ({ minor, currency: facts.currency })
const at = (lag: number): SQL => sql`${facts.unpaidMinor}[${sql.raw(String(dueLags.indexOf(lag as never) + 1))}]`

/** Where a lag is told by the end of yesterday; before that nothing is known. */
const reached = (lag: number, of: SQL, { day }: ReadContext): SQL =>
  sql`(case when ${facts.dueDate} + ${sql.raw(String(lag))} < ${day}::date then ${of} end)`

/** Columns of every lag, by the names that the contract has for them. */
function lagged<Lag extends number, const Prefix extends string>(
  lags: readonly Lag[],
  prefix: Prefix,
  of: (lag: Lag) => SQL,
  readContext: ReadContext,
): Readonly<Record<`${Prefix}${Lag}`, AmountColumns>> {
  const columns = lags.map((lag) => [`${prefix}${lag}`, amount(reached(lag, of(lag), readContext))])
  return Object.fromEntries(columns) // of just these names
}

const dueFactColumns = (readContext: ReadContext): ColumnMappings<DueFact> => ({
  id: facts.id,
  planId: facts.planId,
  loanId: facts.loanId,
  product: { id: facts.productId, name: productRows.name },
  app: { id: facts.app, name: sql`coalesce(${appRows.name}, ${facts.app})` },
  channel: { id: facts.channel, name: facts.channel },
  kind: facts.kind,
  firstLoan: facts.firstLoan,
  dueDate: facts.dueDate,
  amountDue: amount(facts.amountMinor),
  open: amount(facts.openMinor),
  settledOn: facts.settledOn,
  extended: facts.extended,
  ...lagged(dueLags, 'unpaidT', at, readContext),
  ...lagged(recoveryLags, 'recoveredT', (lag) => sql`${at(0)} - ${at(lag)}`, readContext),
  knownFrom: facts.knownFrom,
  knownUntil: facts.knownUntil,
})

/** List source: instalments as they were known. Whose they are, their orders say. */
export const dueFactSource: Source<DueFact> = {
  table: facts,
  from: sql`${facts} join ${productRows} on ${productRows.id} = ${facts.productId}
    left join ${appRows} on ${appRows.id} = ${facts.app}`,
  columns: dueFactColumns,
  scope: {
    department: (actor: Actor) =>
      sql`exists (select 1 from ${loanRows} where ${loanRows.id} = ${facts.loanId} and ${inUnitsOf(actor, loanRows.departmentId)})`,
  },
}
