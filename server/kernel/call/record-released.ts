import type { Endpoint } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { recordBeside } from './audit-entry.ts'
import type { Call, Context } from './context.ts'

/** A call that takes something from a member of staff, whatever row it is about. */
export type TakingCall = Call<never, { readonly id: IdOf<'staff'>; readonly name: string }>
/** Whatever takes something from a member of staff, be it a call about them or about a role that they have. */
export type TakingContext = Context & Pick<TakingCall, 'row'>

/** Writes down for every record of a noun that it was taken from somebody, by which endpoint. */
export function recordReleased(
  noun: 'cases' | 'tickets' | 'reviews',
  ids: readonly string[],
  by: Pick<Endpoint, 'id' | 'risk' | 'requires'>,
  context: TakingContext,
): Promise<void> {
  const { id, name } = context.row
  const taken = ids.map((objectId) => ({ objectId, before: { staff: { id, name } }, after: { staff: null } }))
  return recordBeside(by, noun, taken, context)
}
