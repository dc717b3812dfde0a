import { type Column, type SQL, sql } from 'drizzle-orm'
import { chosenLags, chosenRecoveryLags, type DueFact, dueLags, recoveryLags } from '#contract/due-facts.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { ColumnMappings, ReadContext } from '#server/kernel/listing/column-mapping.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { appRef } from '#server/modules/apps/steps.ts'
import { appRows } from '#server/modules/apps/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { productRows } from '#server/modules/products/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { lagged, longOverdueAfter, ofBookMonths, principalOf, unpaidAfter } from './lags.ts'
import { dueFactRows as facts } from './store.ts'
import { dueFactSummary } from './summary.ts'

const amount = (minor: SQL | Column) => ({ minor, currency: facts.currency })

const dueFactColumns = (readContext: ReadContext): ColumnMappings<DueFact> => ({
  id: facts.id,
  planId: facts.planId,
  loanId: facts.loanId,
  product: { id: facts.productId, name: productRows.name },
  app: appRef(facts.app),
  channel: { id: facts.channel, name: facts.channel },
  kind: facts.kind,
  firstLoan: facts.firstLoan,
  dueDate: facts.dueDate,
  amountDue: amount(facts.amountMinor),
  open: amount(facts.openMinor),
  settledOn: facts.settledOn,
  extended: facts.extended,
  ...lagged(dueLags, 'unpaidT', { dueDate: facts.dueDate, readContext }, (lag) => amount(unpaidAfter(lag))),
  ...lagged(recoveryLags, 'recoveredT', { dueDate: facts.dueDate, readContext }, (lag) =>
    amount(sql`${unpaidAfter(0)} - ${unpaidAfter(lag)}`),
  ),
  vintage: facts.vintage,
  principal: amount(facts.principalMinor),
  openPrincipal: amount(principalOf(facts.openMinor)),
  ...lagged(chosenLags, 'unpaidPrincipalT', { dueDate: facts.dueDate, readContext }, (lag) =>
    amount(principalOf(unpaidAfter(lag))),
  ),
  ...lagged(chosenRecoveryLags, 'recoveredPrincipalT', { dueDate: facts.dueDate, readContext }, (lag) =>
    amount(sql`${principalOf(unpaidAfter(0))} - ${principalOf(unpaidAfter(lag))}`),
  ),
  ...ofBookMonths({ vintage: facts.vintage, readContext }, (month) => amount(longOverdueAfter(month))),
  knownFrom: facts.knownFrom,
  knownUntil: facts.knownUntil,
})

/** List source: instalments as they were known. Whose they are, their orders say. */
export const dueFactSource: Source<DueFact> = {
  table: facts,
  from: sql`${facts} join ${productRows} on ${productRows.id} = ${facts.productId}
    left join ${appRows} on ${appRows.id} = ${facts.app}`,
  summary: dueFactSummary,
  columns: dueFactColumns,
  scope: {
    department: (actor: Actor) =>
      sql`exists (select 1 from ${loanRows} where ${loanRows.id} = ${facts.loanId} and ${inUnitsOf(actor, loanRows.departmentId)})`,
  },
}
