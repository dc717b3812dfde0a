import { type Column, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type FoundRecord, find, isIdentity, staffNoun } from '#contract/find.ts'
import { mask } from '#contract/kernel/mask.ts'
import { mayRevealIn, revealRight } from '#contract/kernel/personal-data.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { readContextOf } from '#server/kernel/listing/column-mapping.ts'
import { escapeLike } from '#server/kernel/listing/escape-like.ts'
import { withinScope } from '#server/kernel/listing/source.ts'
import { mayReadIdentity } from '#server/modules/customers/steps/identity-access.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { paymentRows } from '#server/modules/payments/store.ts'
import { payoutRows } from '#server/modules/payouts/store.ts'
import { searchReferences } from '#server/modules/references/steps.ts'
import { columnsOf, labelsOf, type RecordKind, recordKinds } from './kinds.ts'
import { type LookUpMatches, matchValue } from './look-up.ts'
import { emptyTerm, parseTerm, type SearchTerm } from './parse-term.ts'
import { spendLookUp } from './steps.ts'

interface FoundRow {
  readonly id: string
  readonly name: string | null
  readonly phone: string | null
  readonly state: string | null
  readonly title: string | null
}

/** So many of a kind are told, and so many together. */
const eachMax = 5
const allMax = 12

const anyOf = (column: SQLWrapper, values: readonly string[]): SQL =>
  sql`${column} in (${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`

/** What an id is, or begins with: a range of its index. */
const idStartsWith = (column: SQLWrapper, id: string): SQL => sql`(${column} >= ${id} and ${column} < ${`${id}~`})`

/** Most customers of one phone, and most orders of one transfer, that are looked at. */
const knownMax = 50

/** Whose phone a text is, for whoever may reveal one, and of which orders the number. */
async function matchTerm({ phones, utr }: SearchTerm, { tx, actor }: Context): Promise<LookUpMatches> {
  const ids = async (query: SQL) => (await rowsOf<{ id: string }>(tx, query)).map(({ id }) => id)
  const customers =
    phones.length > 0 && actor.may(revealRight)
      ? await ids(
          sql`select ${customerRows.id} as id from ${customerRows} where ${anyOf(customerRows.phone, phones)} limit ${knownMax}`,
        )
      : []
  const loans =
    utr === null
      ? []
      : await ids(
          sql`select ${paymentRows.loanId} as id from ${paymentRows} where ${paymentRows.utr} = ${utr} and ${paymentRows.state} = 'success'
              union select ${payoutRows.loanId} from ${payoutRows} where ${payoutRows.utr} = ${utr} limit ${knownMax}`,
        )
  return { customers, loans }
}

/** The orders of customers: by the index of their customer. */
const ordersOf = (customers: readonly string[]): SQL =>
  sql`(select ${loanRows.id} from ${loanRows} where ${anyOf(loanRows.customerId, customers)})`

/** The customers of orders. */
const customersOf = (loans: readonly string[]): SQL =>
  sql`(select ${loanRows.customerId} from ${loanRows} where ${anyOf(loanRows.id, loans)})`

/**
 * What of a kind may be meant. Each condition is a query of its own, since each is served by an index of its own: put
 * together they would be served by none.
 */
function conditionsOf(
  { subject: { ids, findBy }, source: { table }, ...by }: RecordKind,
  term: SearchTerm,
  { customers, loans }: LookUpMatches,
): SQL[] {
  const own = ids ? term.ids(ids.prefix) : []
  const isCustomer = by.customer === table.id
  return [
    ...own.map((id) => idStartsWith(table.id, id)),
    ...(by.externalRef && term.externalRefs.length > 0 ? [anyOf(by.externalRef, term.externalRefs)] : []),
    ...(loans.length > 0 && by.loan ? [anyOf(by.loan, loans)] : []),
    ...(loans.length > 0 && findBy.includes('loan') && isCustomer ? [sql`${table.id} in ${customersOf(loans)}`] : []),
    ...(customers.length > 0 && by.customer ? [anyOf(by.customer, customers)] : []),
    ...(customers.length > 0 && findBy.includes('customer') && !by.customer && by.loan
      ? [sql`${by.loan} in ${ordersOf(customers)}`]
      : []),
    ...(term.name && by.name ? [nameMatches(by.name, term.name)] : []),
  ]
}

/** Whether a word of the name begins so: served by its trigrams. */
function nameMatches(column: Column, name: string): SQL {
  const pattern = escapeLike(name)
  return sql`(${column} ilike ${`${pattern}%`} or ${column} ilike ${`% ${pattern}%`})`
}

/** Whether any of what a row is called has a text in it: read row by row, where there are few. */
function labelMatches(labels: readonly SQL[], text: string): SQL {
  const pattern = `%${escapeLike(text)}%`
  return sql`(${sql.join(
    labels.map((label) => sql`${label}::text ilike ${pattern}`),
    sql` or `,
  )})`
}

const toFoundRecord = ({ subject, states }: RecordKind, row: FoundRow, { t }: Context): FoundRecord => {
  const { id, name, phone, state, title } = row
  const hint = [title, state && states && t(`${states}.${state}`), phone && mask('phone', phone)]
  return { noun: subject.noun, id, name, hint: hint.filter(Boolean).join(' · ') }
}

async function recordsOf(
  kind: RecordKind,
  asked: SearchTerm,
  known: LookUpMatches,
  context: Context,
): Promise<FoundRecord[]> {
  const { actor, tx, now, app } = context
  if (!actor.may(kind.requires)) return []
  const { source } = kind
  const access = { actor, scopes: actor.scopesOf(kind.requires), app }
  const found = new Map<string, FoundRow>()
  const readContext = readContextOf(app, now, context.t)
  const labelled = asked.label && kind.subject.findBy.includes('label')
  const conditions = [
    ...conditionsOf(kind, asked, known),
    ...(labelled ? [labelMatches([sql`${source.table.id}`, ...labelsOf(kind, readContext)], asked.label)] : []),
  ]
  for (const condition of conditions) {
    if (found.size >= eachMax) break
    const rows = await rowsOf<FoundRow>(
      tx,
      sql`select ${columnsOf(kind, readContext)} from ${source.from}
          where ${condition} and ${source.where ?? sql`true`} and ${withinScope(source, access)} limit ${eachMax}`,
    )
    for (const row of rows) found.set(row.id, row)
  }
  return [...found.values()].slice(0, eachMax).map((row) => toFoundRecord(kind, row, context))
}

const staffOf = async ({ name }: SearchTerm, context: Context): Promise<FoundRecord[]> =>
  name
    ? (await searchReferences(context.tx, 'staff', name, context))
        .slice(0, eachMax)
        .map(({ id, name: who, hint }) => ({ noun: staffNoun, id, name: who, hint }))
    : []

/** The records of every kind that a term means, one kind after the other: the embedded database has one connection. */
async function allRecordsOf(
  kinds: readonly RecordKind[],
  term: SearchTerm,
  matchesOf: (kind: RecordKind) => LookUpMatches,
  context: Context,
): Promise<FoundRecord[]> {
  const found: FoundRecord[] = []
  for (const kind of kinds) found.push(...(await recordsOf(kind, term, matchesOf(kind), context)))
  return found
}

/** Handlers of `find`: records by what people have at hand. */
export default implement(find, {
  async records({ text, people }, context) {
    const term = parseTerm(text)
    const known = await matchTerm(term, context)
    const wanted = recordKinds(context.app.registry).filter(({ name }) => !people || name)
    // by a phone only among what its number may be revealed of
    const ofKind = (kind: RecordKind) => (mayRevealIn(kind, context.actor) ? known : { ...known, customers: [] })
    const found = await allRecordsOf(wanted, term, ofKind, context)
    return { found: [...found, ...(await staffOf(term, context))].slice(0, allMax) }
  },

  async lookUp(asked, context) {
    const { app, actor, fail, note } = context
    if (isIdentity(asked.of) && !mayReadIdentity(actor)) return fail('look_up_closed')
    const left = await spendLookUp(context)
    const known = await matchValue(asked, context)
    const found = (await allRecordsOf(recordKinds(app.registry), emptyTerm, () => known, context)).slice(0, allMax)
    note({ objectId: found[0]?.id ?? null })
    return { found, left }
  },
})
