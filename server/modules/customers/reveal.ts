import { eq } from 'drizzle-orm'
import { customer, customers } from '#contract/customers.ts'
import type { Output, Parsed } from '#contract/kernel/endpoint.ts'
import { mask } from '#contract/kernel/mask.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { customerSource } from './source.ts'
import { contactPhone } from './steps/contacts.ts'
import { mustHaveRevealsLeft } from './steps/customers.ts'
import { customerRows } from './store.ts'

type RevealEndpoint = typeof customers.reveal
const rows = rowSource(customer, customerSource)
type RevealCall = Call<RevealEndpoint['faults'][number]>

/** What is kept of somebody, in full; null where nothing is. */
async function storedValue(
  { id, field, contact }: Omit<Parsed<RevealEndpoint>, 'reason'>,
  { tx, app }: RevealCall,
): Promise<string | null> {
  if (contact) return field === 'phone' ? contactPhone(tx, { id, contact }, app.secrets) : null
  const { phone, email, pan } = customerRows
  const [row] = await tx.select({ phone, email, pan }).from(customerRows).where(eq(customerRows.id, id))
  const kept = row?.[field] ?? null
  return kept !== null && field === 'pan' ? app.secrets.decrypt(kept) : kept
}

/** Shows personal data of somebody within reach, once that it was shown stands in the record: a rehearsal shows nothing. */
export async function reveal(asked: Parsed<RevealEndpoint>, call: RevealCall): Promise<Output<RevealEndpoint>> {
  const { id, field } = asked
  const { tx, actor, app, fail, afterCommit } = call
  const access = { actor, scopes: actor.scopesOf(customers.reveal.requires), app }
  if (!(await findOne(tx, rows, id, access))) return fail('not_found')
  await mustHaveRevealsLeft(call)
  const value = await storedValue(asked, call)
  if (value === null) return fail('nothing_to_reveal')
  afterCommit(async () => ({ value }))
  return { value: mask(field, value) }
}
