import { eq } from 'drizzle-orm'
import { customer, customers } from '#contract/customers.ts'
import type { Output, Parsed } from '#contract/kernel/endpoint.ts'
import { mask } from '#contract/kernel/mask.ts'
import type { Revealable } from '#contract/kernel/personal-data.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { parameter } from '#server/modules/parameters/steps.ts'
import { doneToday } from '#server/modules/staff/steps.ts'
import { customerSource } from './source.ts'
import { customerRows } from './store.ts'

type RevealEndpoint = typeof customers.reveal
const rows = rowSource(customer, customerSource)
type RevealCall = Call<RevealEndpoint['faults'][number]>

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
  if ((await doneToday(customers.reveal, call)) >= max) return fail('reveals_spent', { max })
  const value = await storedValue(id, field, call)
  if (value === null) return fail('nothing_to_reveal')
  afterCommit(async () => ({ value }))
  return { value: mask(field, value) }
}
