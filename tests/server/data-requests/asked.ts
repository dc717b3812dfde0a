import type { Approval } from '#contract/approvals.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import type { Account, World } from '#tests/support/server.ts'

type Verb = 'askExport' | 'askErasure'
type As = Pick<World, 'as'>

/** Everybody who is named has proved lately that it is them. */
export async function proved({ as }: As, ...people: readonly Account[]): Promise<void> {
  for (const who of people) await as(who).session.prove({ proof: demoPassword })
}

/** What a request about a customer's data is called with, as they are now. */
export async function about({ as }: As, id: IdOf<'customer'>) {
  const { version } = (await as('cs').customers.list({ q: `id:${id}` })).rows[0]!
  return { id, version, reason: 'customerAsked' }
}

/** Files a request in the inbox of approvals. */
export const file = async ({ as }: As, verb: Verb, id: IdOf<'customer'>, who: Account = 'manager') =>
  as(who).approvals.file({ call: `dataRequests.${verb}`, input: await about({ as }, id), reason: 'asked by letter' })

/** Approves one. */
export const approve = ({ as }: As, { id, version }: Approval, who: Account = 'executive') =>
  as(who).approvals.approve({ id, version, note: 'fine' })
