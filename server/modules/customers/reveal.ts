import { and, count, eq, gte } from 'drizzle-orm'
import { customer, customers, type Revealable } from '#contract/customers.ts'
import { startOfDay } from '#contract/kernel/calendar.ts'
import type { Output, Parsed } from '#contract/kernel/endpoint.ts'
import { mask } from '#contract/kernel/mask.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { auditRows } from '#server/kernel/base/tables.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { lockStaff } from '#server/modules/staff/steps.ts'
import { customerSource } from './source.ts'
import { customerRows } from './store.ts'

type RevealEndpoint = typeof customers.reveal
const rows = rowSource(customer, customerSource)
type RevealCall = Call<RevealEndpoint['faults'][number]>

/** How often the caller was shown something today; those who ask at the same time wait for one another. */
async function revealsToday({ tx, actor, today, app }: RevealCall): Promise<number> {
  await lockStaff(tx, actor.id)
  const since = new Date(startOfDay(today, app.clock.country))
  const mine = and(eq(auditRows.actorId, actor.id), gte(auditRows.at, since))
  const [row] = await tx
    .select({ shown: count() })
    .from(auditRows)
    .where(and(mine, eq(auditRows.command, customers.reveal.id), eq(auditRows.outcome, 'done')))
  return row!.shown
}

/** What is kept of somebody, in full; null where nothing is. */
async function storedValue(id: IdOf<'customer'>, field: Revealable, { tx, app }: RevealCall): Promise<string | null> {
  const { phone, email, pan } = customerRows
  const [row] = await tx.select({ phone, email, pan }).from(customerRows).where(eq(customerRows.id, id))
  const kept = row?.[field] ?? null
  return kept !== null && field === 'pan' ? app.secrets.decrypt(kept) : kept
}

/** Shows personal data of somebody within reach, once that it was shown stands in the record: a rehearsal shows nothing. */
export async function reveal({ id, field }: Parsed<RevealEndpoint>, call: RevealCall): Promise<Output<RevealEndpoint>> {
  const { tx, actor, app, fail, afterCommit } = call
  const access = { actor, scopes: actor.scopesOf(customers.reveal.requires), app }
  if (!(await findOne(tx, rows, id, access))) return fail('not_found')
  const max = await parameter(tx, 'reveal.dailyMax')
  if ((await revealsToday(call)) >= max) return fail('reveals_spent', { max })
  const value = await storedValue(id, field, call)
  if (value === null) return fail('nothing_to_reveal')
  afterCommit(async () => ({ value }))
  return { value: mask(field, value) }
}
