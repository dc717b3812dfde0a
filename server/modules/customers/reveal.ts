import { and, count, eq, gte } from 'drizzle-orm'
import { customer, customers, type Revealable } from '#contract/customers.ts'
import { startOfDay } from '#contract/kernel/calendar.ts'
import type { Output, Parsed } from '#contract/kernel/endpoint.ts'
import { mask } from '#contract/kernel/mask.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Call, found } from '#server/kernel/implement.ts'
import { findOne } from '#server/kernel/source.ts'
import { auditRows } from '#server/kernel/tables.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { lockStaff } from '#server/modules/staff/steps.ts'
import { customerSource } from './source.ts'
import { customerRows } from './store.ts'

type Reveal = typeof customers.reveal
const seen = found(customer, customerSource)
type Revealing = Call<Reveal['faults'][number]>

/** How often the caller was shown something today; those who ask at the same time wait for one another. */
async function shownToday({ tx, actor, today, ground }: Revealing): Promise<number> {
  await lockStaff(tx, actor.id)
  const since = new Date(startOfDay(today, ground.clock.country))
  const mine = and(eq(auditRows.actorId, actor.id), gte(auditRows.at, since))
  const [row] = await tx
    .select({ shown: count() })
    .from(auditRows)
    .where(and(mine, eq(auditRows.command, customers.reveal.id), eq(auditRows.outcome, 'done')))
  return row!.shown
}

/** What is kept of somebody, in full; null where nothing is. */
async function keptOf(id: IdOf<'customer'>, field: Revealable, { tx, ground }: Revealing): Promise<string | null> {
  const { phone, email, pan } = customerRows
  const [row] = await tx.select({ phone, email, pan }).from(customerRows).where(eq(customerRows.id, id))
  const kept = row?.[field] ?? null
  return kept !== null && field === 'pan' ? ground.secrets.decrypt(kept) : kept
}

/** Shows personal data of somebody within reach, once that it was shown stands in the record: a rehearsal shows nothing. */
export async function reveal({ id, field }: Parsed<Reveal>, call: Revealing): Promise<Output<Reveal>> {
  const { tx, actor, ground, fail, afterwards } = call
  const reach = { actor, scopes: actor.scopesOf(customers.reveal.may), ground }
  if (!(await findOne(tx, seen, id, reach))) return fail('not_found')
  const max = await parameter(tx, 'reveal.dailyMax')
  if ((await shownToday(call)) >= max) return fail('reveals_spent', { max })
  const value = await keptOf(id, field, call)
  if (value === null) return fail('nothing_to_reveal')
  afterwards(async () => ({ value }))
  return { value: mask(field, value) }
}
