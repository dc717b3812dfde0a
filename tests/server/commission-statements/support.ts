import type { CommissionStatement } from '#contract/commission-statements.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { moveTo } from '#tests/support/move-to.ts'
import type { Account, World } from '#tests/support/server.ts'
import { type Here, rowsOf } from '../recoveries/support.ts'

export const month = (text: string) => `${text}-01` as LocalDate

/** Noon in India, of a day. */
export const onDay = (here: Here, day: string) => moveTo(here, `${day}T06:30:00.000Z`)

/** Statements as somebody sees them, the earliest first. */
export const statementsOf = async ({ as }: Pick<World, 'as'>, q = '', who: Account = 'executive') =>
  (await as(who).commissionStatements.list({ q })).rows.toSorted((a, b) => a.month.localeCompare(b.month))

/** Lines of a statement as somebody sees them, in their order. */
export const linesOf = async ({ as }: Pick<World, 'as'>, id: IdOf<'commissionStatement'>, who: Account = 'executive') =>
  (await as(who).commissionStatements.lines({ q: `statementId:${id} sort:id` })).rows

/** Draws up everything until a month. */
export const drawn = async (here: Here, until: string) => {
  await here.as('manager').commissionStatements.draw({ month: month(until) })
  return statementsOf(here)
}

/** A statement that two people have said to be right. */
export async function closed(here: Here, { id, version }: Pick<CommissionStatement, 'id' | 'version'>) {
  const once = await here.as('manager').commissionStatements.confirm({ id, version })
  return here.as('executive').commissionStatements.close({ id, version: once.version })
}

const total = (rows: readonly { readonly minor: number }[]) => rows.reduce((sum, { minor }) => sum + minor, 0)

/** What rows of the list of recoveries come to: amount and commission. */
export async function opened(here: Here, q: string): Promise<[entries: number, recovered: number, commission: number]> {
  const rows = await rowsOf(here, q)
  return [rows.length, total(rows.map(({ amount }) => amount)), total(rows.map(({ commission }) => commission))]
}

/** What a statement, or a line of it, says that it comes to. */
export const comesTo = ({
  entries,
  recovered,
  commission,
}: Pick<CommissionStatement, 'entries' | 'recovered' | 'commission'>) => [entries, recovered.minor, commission.minor]

/** A line in words. */
export const toldLine = (line: Awaited<ReturnType<typeof linesOf>>[number]) =>
  `${line.paidMonth.slice(0, 7)} ${line.entry} ${line.stage.id} ${line.rate} ${comesTo(line).join(' ')}`
