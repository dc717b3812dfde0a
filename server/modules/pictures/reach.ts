import { customer } from '#contract/customers.ts'
import type { Right } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { customerSource } from '#server/modules/customers/source.ts'
import { isCustomerSampled } from '#server/modules/quality-inspections/steps.ts'

const rows = rowSource(customer, customerSource)

/** Whether a customer is within reach of whoever asks, by that right of theirs. */
export async function isReached(id: IdOf<'customer'>, right: Right, { tx, actor, app, t }: Context): Promise<boolean> {
  return (await findOne(tx, rows, id, { actor, scopes: actor.scopesOf(right), app, t })) !== undefined
}

/** Whether whoever asks may have the pictures of a customer revealed: as anything of theirs, or to inspect a decision. */
export async function mayReveal(id: IdOf<'customer'>, call: Context): Promise<boolean> {
  if (await isReached(id, 'customer.reveal', call)) return true
  const inspects = call.actor.may('qualityQueue.edit') && (await isReached(id, 'customer', call))
  return inspects && isCustomerSampled(call.tx, id)
}
