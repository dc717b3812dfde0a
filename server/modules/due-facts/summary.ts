import { type Column, type SQL, sql } from 'drizzle-orm'
import {
  bookMonths,
  chosenLags,
  chosenRecoveryLags,
  type DueFact,
  type DueLag,
  dueLags,
  recoveryLags,
} from '#contract/due-facts.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { SummarySource } from '#server/kernel/listing/source.ts'
import { signOf } from '#server/kernel/summaries/summary.ts'
import { appRef } from '#server/modules/apps/steps.ts'
import { appRows } from '#server/modules/apps/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { productRows } from '#server/modules/products/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { lagged, longOverdueAfter, ofBookMonths, principalOf, unpaidAfter } from './lags.ts'
import { dueFactDayRows as days, dueFactRows as facts } from './store.ts'

/** The facts that stand: nobody sums what was known once. */
const standing = { table: facts, select: sql`select * from ${facts} where ${facts.knownUntil} is null` }

const signs = (amounts: readonly SQL[]): SQL => sql`array[${sql.join(amounts.map(signOf), sql`, `)}]`
/** One of several signs. */
const nth = (of: Column, i: number): SQL => sql`${of}[${sql.raw(String(i + 1))}]`
const amount = (minor: Column, sign?: SQL | Column) => ({
  ...{ minor, currency: facts.currency },
  ...(sign && { sign }),
})

const unpaidColumn = (lag: DueLag): Column => days[`unpaidT${lag}`]
const recovered = (lag: (typeof recoveryLags)[number]): SQL => sql`${unpaidAfter(0)} - ${unpaidAfter(lag)}`

/** Instalments as they are known now, by their due date. */
export const dueFactSummary: SummarySource<DueFact> = {
  of: () => ({
    ...{ table: days, rows: days.rows, parts: [standing] },
    beside: [{ table: loanRows, where: sql`${facts.loanId} = (select ${loanRows.id} from ${loanRows})` }],
    from: (union) => sql`${union} as ${facts} join ${loanRows} on ${loanRows.id} = ${facts.loanId}`,
    by: [
      [days.dueDate, facts.dueDate],
      [days.productId, facts.productId],
      [days.app, facts.app],
      [days.channel, facts.channel],
      [days.kind, facts.kind],
      [days.firstLoan, facts.firstLoan],
      [days.extended, facts.extended],
      [days.departmentId, loanRows.departmentId],
      [days.openSign, signOf(facts.openMinor)],
      [days.unpaidSigns, signs(dueLags.map(unpaidAfter))],
      [days.recoveredSigns, signs(recoveryLags.map(recovered))],
      [days.vintage, facts.vintage],
      [days.longOverdueSigns, signs(bookMonths.map(longOverdueAfter))],
    ],
    sums: [
      [days.amountMinor, facts.amountMinor],
      [days.openMinor, facts.openMinor],
      ...dueLags.map((lag) => [unpaidColumn(lag), unpaidAfter(lag)] as const),
      [days.principalMinor, facts.principalMinor],
      [days.openPrincipalMinor, principalOf(facts.openMinor)],
      ...chosenLags.map((lag) => [days[`unpaidPrincipalT${lag}`], principalOf(unpaidAfter(lag))] as const),
      ...bookMonths.map((month) => [days[`longOverdueM${month}`], longOverdueAfter(month)] as const),
    ],
  }),
  from: sql`${days} join ${productRows} on ${productRows.id} = ${days.productId}
    left join ${appRows} on ${appRows.id} = ${days.app}`,
  columns: (readContext) => ({
    ...{ kind: days.kind, firstLoan: days.firstLoan, dueDate: days.dueDate, extended: days.extended },
    product: { id: days.productId, name: productRows.name },
    app: appRef(days.app),
    channel: { id: days.channel, name: days.channel },
    amountDue: amount(days.amountMinor),
    open: amount(days.openMinor, days.openSign),
    ...lagged(dueLags, 'unpaidT', { dueDate: days.dueDate, readContext }, (lag) => ({
      ...amount(unpaidColumn(lag)),
      sign: nth(days.unpaidSigns, dueLags.indexOf(lag)),
    })),
    ...lagged(recoveryLags, 'recoveredT', { dueDate: days.dueDate, readContext }, (lag) => ({
      ...{ minor: sql`${days.unpaidT0} - ${unpaidColumn(lag)}`, currency: facts.currency },
      sign: nth(days.recoveredSigns, recoveryLags.indexOf(lag)),
    })),
    vintage: days.vintage,
    principal: amount(days.principalMinor),
    openPrincipal: amount(days.openPrincipalMinor),
    ...lagged(chosenLags, 'unpaidPrincipalT', { dueDate: days.dueDate, readContext }, (lag) =>
      amount(days[`unpaidPrincipalT${lag}`]),
    ),
    ...lagged(chosenRecoveryLags, 'recoveredPrincipalT', { dueDate: days.dueDate, readContext }, (lag) => ({
      ...{ minor: sql`${days.unpaidPrincipalT0} - ${days[`unpaidPrincipalT${lag}`]}`, currency: facts.currency },
    })),
    ...ofBookMonths({ vintage: days.vintage, readContext }, (month) =>
      amount(days[`longOverdueM${month}`], nth(days.longOverdueSigns, bookMonths.indexOf(month))),
    ),
    knownUntil: sql`null::date`,
  }),
  scope: { department: (actor: Actor) => inUnitsOf(actor, days.departmentId) },
}
