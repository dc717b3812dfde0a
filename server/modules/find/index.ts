import { type SQL, sql } from 'drizzle-orm'
import { type Findable, type FoundRecord, finding } from '#contract/find.ts'
import { mask } from '#contract/kernel/mask.ts'
import { rowsOf } from '#server/kernel/database.ts'
import { type Context, implement } from '#server/kernel/implement.ts'
import { momentOf, withinReach } from '#server/kernel/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { paymentRows } from '#server/modules/payments/store.ts'
import { payoutRows } from '#server/modules/payouts/store.ts'
import { searchReferences } from '#server/modules/references/steps.ts'
import { type Asked, askedFor } from './asked.ts'
import { columnsOf, type Kind, kinds } from './kinds.ts'

interface Stored {
  readonly id: string
  readonly name: string | null
  readonly phone: string | null
  readonly state: string | null
  readonly title: string | null
}

/** So many of a kind are told, and so many together. */
const eachMax = 5
const allMax = 12

const either = (conditions: readonly SQL[]): SQL | null =>
  conditions.length > 0 ? sql`(${sql.join([...conditions], sql` or `)})` : null

/** What an id is, or begins with: a range of its index. */
const begins = (column: SQL, id: string): SQL => sql`(${column} >= ${id} and ${column} < ${`${id}~`})`

const customersBy = ({ phones }: Asked): SQL | null =>
  phones.length > 0
    ? sql`select ${customerRows.id} from ${customerRows} where ${either(phones.map((phone) => sql`${customerRows.phone} = ${phone}`))}`
    : null

const loansBy = ({ utr }: Asked): SQL | null =>
  utr === null
    ? null
    : sql`select ${paymentRows.loanId} from ${paymentRows} where ${paymentRows.utr} = ${utr} and ${paymentRows.state} = 'success'
        union select ${payoutRows.loanId} from ${payoutRows} where ${payoutRows.utr} = ${utr}`

/** What of a kind may be meant: each condition is served by an index of its own. */
function conditionOf({ kind, source, loan, customer }: Kind, asked: Asked): SQL | null {
  const ids = asked.ids.map((id) => begins(sql`${source.table.id}`, id))
  const customers = customersBy(asked)
  const orders = loansBy(asked)
  const ofCustomers = loan && sql`select ${loanRows.id} from ${loanRows} where ${loanRows.customerId} in (${customers})`
  return either([
    ...ids,
    ...(orders && loan ? [sql`${loan} in (${orders})`] : []),
    ...(customers && customer ? [sql`${customer} in (${customers})`] : []),
    ...(customers && !customer && ofCustomers ? [sql`${loan} in (${ofCustomers})`] : []),
    ...(kind === 'customer' && asked.name ? [named(asked.name)] : []),
  ])
}

/** Whether a word of the name begins so: served by its trigrams. */
function named(name: string): SQL {
  const pattern = name.replace(/[\\%_]/g, '\\$&')
  return sql`(${customerRows.name} ilike ${`${pattern}%`} or ${customerRows.name} ilike ${`% ${pattern}%`})`
}

const told = (kind: Kind, { id, name, phone, state, title }: Stored, { say }: Context): FoundRecord => {
  const hint = [title, state && say(`${kind.states}.${state}`), phone && mask('phone', phone)]
  return { kind: kind.kind, id, name, hint: hint.filter(Boolean).join(' · ') }
}

async function recordsOf(kind: Kind, asked: Asked, context: Context): Promise<FoundRecord[]> {
  const { actor, tx, now, ground } = context
  const condition = actor.may(kind.may) ? conditionOf(kind, asked) : null
  if (!condition) return []
  const { source } = kind
  const reach = { actor, scopes: actor.scopesOf(kind.may), ground }
  const rows = await rowsOf<Stored>(
    tx,
    sql`select ${columnsOf(kind, momentOf(ground, now))} from ${source.from}
        where ${condition} and ${source.where ?? sql`true`} and ${withinReach(source, reach)} limit ${eachMax}`,
  )
  return rows.map((row) => told(kind, row, context))
}

const staffOf = async ({ name }: Asked, { tx }: Context): Promise<FoundRecord[]> =>
  name
    ? (await searchReferences(tx, 'staff', name))
        .slice(0, eachMax)
        .map(({ id, name: who, hint }) => ({ kind: 'staff', id, name: who, hint }))
    : []

const people: readonly Findable[] = ['customer', 'staff']

/** Records by what people have at hand. */
export default implement(finding, {
  async records({ text, people: only }, context) {
    const asked = askedFor(text)
    const wanted = kinds.filter(({ kind }) => !only || people.includes(kind))
    const found: FoundRecord[] = []
    // one after the other: the embedded database has one connection
    for (const kind of wanted) found.push(...(await recordsOf(kind, asked, context)))
    return { found: [...found, ...(await staffOf(asked, context))].slice(0, allMax) }
  },
})
