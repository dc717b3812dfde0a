import { count, eq, getTableName, isNull, sql } from 'drizzle-orm'
import { addDays, type Country } from '#contract/kernel/calendar.ts'
import { withAdvisoryLock } from '#server/kernel/base/advisory-lock.ts'
import type { AuditEntry } from '#server/kernel/base/audit.ts'
import type { Database, Db } from '#server/kernel/base/database.ts'
import { idSequence } from '#server/kernel/base/ids.ts'
import { secretsOf } from '#server/kernel/base/secrets.ts'
import { auditRows, settingRows } from '#server/kernel/base/tables.ts'
import { suspendSummaries, syncSummaries } from '#server/kernel/summaries/sync.ts'
import { closeDays } from '#server/modules/accounting-days/close.ts'
import { appContractRows, appGroupRows, appRows } from '#server/modules/apps/store.ts'
import { caseHoldingRows } from '#server/modules/case-holder/store.ts'
import { refreshDueFacts } from '#server/modules/due-facts/refresh.ts'
import { dueFactChangeRows } from '#server/modules/due-facts/store.ts'
import { addStandingJobs } from '#server/modules/jobs/steps.ts'
import { merchantRows } from '#server/modules/merchants/store.ts'
import { rowIdOf } from '#server/modules/parameters/steps.ts'
import { parameterRows } from '#server/modules/parameters/store.ts'
import { addProduct } from '#server/modules/products/steps/products.ts'
import { stagesOf } from '#server/modules/stages/steps.ts'
import type { Environment } from '../environment.ts'
import { summarySchemasOf } from '../nouns.ts'
import { addAccessReviews } from './access-reviews.ts'
import { addAdministration } from './administration/add-administration.ts'
import { logEntries } from './administration/log-entries.ts'
import { addAgencyDetails } from './agencies.ts'
import { addAiCalls } from './ai-calls.ts'
import { addAnnouncements } from './announcements.ts'
import { addBatches } from './batches.ts'
import { addCollectors } from './collectors.ts'
import { addConsents } from './consents.ts'
import { addCalls } from './contacts/calls.ts'
import { addConductChecks } from './contacts/conduct-checks.ts'
import { addDataRequests } from './data-requests.ts'
import { addDuty } from './duty.ts'
import { addFailedMessages } from './failed-messages.ts'
import { addDemoAccounts, roleAccounts } from './foundation.ts'
import { addSettlements } from './gateways/settlements.ts'
import { SeedContext } from './history/context.ts'
import { Random } from './history/random.ts'
import { type BookSize, type WrittenHistory, writeHistory } from './history/write-history.ts'
import { build, drop, type Index, indexesOf } from './indexes.ts'
import { addLines } from './lines.ts'
import { addAdSpend } from './marketing/ad-spend.ts'
import { addMenuLinks } from './menu-links.ts'
import { addMessages } from './messages.ts'
import { addPictures } from './pictures.ts'
import { demoApp, demoAppGroup, demoApps, demoContract, merchants, productTerms } from './products.ts'
import { Progress } from './progress.ts'
import { addProviders } from './providers.ts'
import { addQualityInspections } from './quality-inspections.ts'
import { addRecoveries } from './recoveries.ts'
import { addSharedDetails } from './reviews/shared-details.ts'
import { addSessions } from './sessions.ts'
import { otherAccounts } from './staff.ts'
import { postUnderway } from './underway.ts'
import { departments } from './units.ts'

/** How large the book of a first start is. */
const demoSize: BookSize = { customers: 12_000, loans: 20_000 }

/** A book of that many loans, with customers in proportion. */
export const sizeOf = (loans: number = demoSize.loans): BookSize => ({
  loans,
  customers: Math.ceil((loans * demoSize.customers) / demoSize.loans),
})

/** There while a book is being written: what is found beside it on the next start is half of one. */
const begun = 'demo.begun'
/** There once the book is complete. */
const complete = 'demo'
/** Of all servers that start at once on one database, one writes the book while the others wait. */
const bookLock = 4_600_004
/** In the night after a day, after so many minutes, it is closed. */
const closedAfter = 80

const known = async (db: Db, name: string): Promise<boolean> =>
  (await db.select().from(settingRows).where(eq(settingRows.name, name))).length > 0

/** Whether anybody is a customer here already. */
async function hasBook(db: Db): Promise<boolean> {
  const [row] = await db.select({ count: count() }).from(sql`(select 1 from customers limit 1) someone`)
  return Number(row!.count) > 0
}

/** What triggers write down beside the book. */
const written = [caseHoldingRows, dueFactChangeRows].map(getTableName)

/**
 * What triggers write beside the rows of a statement, found by indexes: without them each would read the whole book. Orders
 * and customers are written as they leave them; who has had which case is recalled at once (`addRecoveries`).
 */
const tellers = [
  ['cases', 'cases_holdings_begun'],
  ['cases', 'cases_holdings_ended'],
  ['loans', 'loans_told_inserted'],
  ['loans', 'loans_told_updated'],
  ['loans', 'loans_reviewed_inserted'],
  ['loans', 'loans_reviewed_updated'],
  ['loan_decisions', 'loan_decisions_results'],
  ['plans', 'plans_closing_inserted'],
  ['allocations', 'allocations_paid'],
  ['payments', 'payments_extended'],
] as const

/** Whether triggers tell of every row that is written. */
async function tellRows(tx: Db, told: boolean): Promise<void> {
  for (const [table, name] of tellers)
    await tx.execute(sql.raw(`alter table ${table} ${told ? 'enable' : 'disable'} trigger ${name}`))
}

/** Which tables a book is written to, and where the business runs. */
interface BookTables {
  readonly tables: readonly string[]
  readonly country: Country
}

/**
 * Takes away what an earlier start has left of a book, and notes that one is begun. Without indexes until it is complete:
 * keeping them up row by row takes longer than the rows.
 * @returns the indexes to build at the end.
 */
const startBook = ({ db }: Database, { tables, country }: BookTables): Promise<readonly Index[]> =>
  db.transaction(async (tx) => {
    const [earlier] = await tx.select().from(settingRows).where(eq(settingRows.name, begun))
    if (earlier) await tx.execute(sql.raw(`truncate ${[...tables, ...written].join(', ')} restart identity`))
    const noted = earlier ? (earlier.value as readonly Index[]) : [] // written below
    const there = await indexesOf(tx, tables)
    const indexes = [...noted.filter(({ name }) => !there.some((index) => index.name === name)), ...there]
    const note = { name: begun, value: indexes }
    await tx.insert(settingRows).values(note).onConflictDoUpdate({ target: settingRows.name, set: note })
    await drop(tx, indexes)
    await tellRows(tx, false)
    await suspendSummaries(tx, summarySchemasOf(country))
    return indexes
  })

/** Adds what is lent, and the businesses that lend it. */
async function addProducts(context: SeedContext, db: Db): Promise<void> {
  const createdAt = context.at(context.start, 0)
  await db
    .insert(merchantRows)
    .values(merchants.map((merchant) => ({ ...merchant, createdAt })))
    .onConflictDoNothing()
  await db
    .insert(appGroupRows)
    .values({ ...demoAppGroup, createdAt })
    .onConflictDoNothing()
  await db
    .insert(appRows)
    .values(demoApps.map((app) => ({ ...app, groupId: demoAppGroup.id, createdAt })))
    .onConflictDoNothing()
  await db
    .insert(appContractRows)
    .values(demoApps.map(({ id }) => ({ appId: id, since: createdAt, template: demoContract })))
    .onConflictDoNothing()
  for (const [rank, product] of Object.values(context.products).entries()) {
    const { id, name } = product
    const about = { id, name, rank, app: demoApp, merchantId: merchants[0].id, departmentId: departments.operations.id }
    const row = { ...about, currency: context.currency, state: 'enabled' as const, createdAt }
    await addProduct(db, row, productTerms(product, context.pack.scale), { effectiveFrom: context.start })
  }
}

/** In a demo somebody is to press the button: approved orders wait to be paid out. */
const addSettings = (db: Db) =>
  db
    .insert(parameterRows)
    .values({ id: rowIdOf('disburse.manual'), value: true })
    .onConflictDoUpdate({ target: parameterRows.id, set: { value: true }, setWhere: isNull(parameterRows.value) })

const inOrder = (entries: readonly AuditEntry[]) => entries.toSorted((a, b) => a.at.getTime() - b.at.getTime())

/** What is written down of a book. */
interface BookNote extends HistoryOptions {
  readonly secret: string
}

/** Notes that the book is complete; what was under way goes on; new rows are numbered on from it. A log that has begun is not told what was before. */
const finish = (
  { db }: Database,
  { given, entries }: WrittenHistory,
  { now, ...about }: BookNote,
  context: SeedContext,
): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tellRows(tx, true)
    for (const [noun, last] of given) await tx.execute(sql`select setval(${idSequence(noun)}, ${last})`)
    const [audit] = await tx.select({ count: count() }).from(auditRows)
    if (Number(audit!.count) === 0) {
      await tx.insert(auditRows).values(inOrder([...entries, ...(await logEntries(tx, context))]))
    }
    await tx.execute(sql`analyze ${auditRows}`)
    await tx.delete(settingRows).where(eq(settingRows.name, begun))
    await postUnderway(tx, now)
    await addFailedMessages(tx, now)
    await addAnnouncements(tx, context)
    await addMessages(tx, context)
    await addConsents(tx, context)
    await addSessions(tx, context)
    await addBatches(tx, context)
    await addAgencyDetails(tx, context)
    await addCollectors(tx, context)
    await addRecoveries(tx, context)
    await addLines(tx, context)
    await addCalls(tx, context)
    await addAiCalls(tx, context)
    await addDuty(tx, context)
    await addAccessReviews(tx, context)
    await addAdministration(tx, context)
    await addQualityInspections(tx, context)
    await addConductChecks(tx, context)
    await addAdSpend(tx, context)
    await addSettlements(tx, context)
    await addMenuLinks(tx, context)
    await addPictures(tx, context)
    await addSharedDetails(tx)
    await addDataRequests(tx, context)
    await tx.insert(settingRows).values({ name: complete, value: { ...about, now: now.toISOString() } })
  })

/** A history that is to be written. */
export interface HistoryOptions extends BookSize {
  /** The moment that the book leads up to. */
  readonly now: Date
  /** Decides about everything that is left to chance. */
  readonly seed: string
}

/** Writes a history elsewhere; `told` hears how many orders are there. */
type HistoryWriter = (asked: HistoryOptions, told: (loans: number) => void) => Promise<WrittenHistory>

interface Options extends Partial<HistoryOptions> {
  /** Says how far it is. */
  readonly progress?: boolean
  /** Writes the history; this process does where nothing else is said. */
  readonly elsewhere?: HistoryWriter
}

/**
 * Writes a book to show the product on: staff, products, customers and half a year of what they have borrowed and paid.
 * The same options give the same book, but for what is encrypted. A book that was not finished is begun anew; one that
 * is there, whoever wrote it, stays as it is.
 * @returns whether it was written now.
 */
export async function seedDemo(
  database: Database,
  { country, secret }: Pick<Environment, 'country' | 'secret'>,
  { progress = false, elsewhere, ...options }: Options = {},
): Promise<boolean> {
  const { db } = database
  if (await known(db, complete)) return false
  const asked = { now: new Date(), seed: 'demo', ...sizeOf(), ...options }
  const { now, seed, ...size } = asked
  const context = new SeedContext({ country, now, secrets: secretsOf(secret), stages: await stagesOf(db) })
  const people = [...roleAccounts, ...otherAccounts].map((one) => {
    return { ...one, phone: context.pack.phone(new Random(`${one.account} phone`)) }
  })
  await addDemoAccounts(db, context.at(context.start, 0), people)
  return withAdvisoryLock(database, bookLock, async () => {
    if ((await known(db, complete)) || (!(await known(db, begun)) && (await hasBook(db)))) return false
    const bar = progress ? new Progress('Writing the demo book', size.loans) : null
    const indexes = await startBook(database, { tables: context.book.tables, country })
    await addProducts(context, db)
    await addSettings(db)
    await addProviders(db, context)
    const told = (loans: number) => bar?.show(loans)
    const written = await (elsewhere?.(asked, told) ?? writeHistory(context, asked, database, told))
    await build(database, indexes)
    await refreshDueFacts({ database, clock: { country, now: () => now } })
    await addStandingJobs({ database, clock: { country, now: () => now } })
    await finish(database, written, { ...size, seed, now, secret: context.secrets.fingerprint }, context)
    await closeDays(database, { country, now: () => now }, (day) => context.at(addDays(day, 1), closedAfter))
    await syncSummaries(database, summarySchemasOf(country))
    return true
  })
}
