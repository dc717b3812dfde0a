import type { Endpoint, Input, Output } from '#contract/kernel/endpoint.ts'
import { call, nounOf } from '#src/call/call.ts'
import { invalidate } from '#src/call/query-client.ts'
import { showError } from '#src/call/show-error.ts'
import { may } from '#src/session/base/session.ts'
import { toastRefusal } from './create-draft.ts'
import { recordUse } from './history.ts'

/**
 * Calls a writing endpoint for a panel that has gathered its input and asked what had to be asked. Says what goes wrong,
 * and throws it on.
 */
export async function submitCall<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>> {
  if (!may(endpoint.requires)) {
    toastRefusal('forbidden')
    throw new Error(`${endpoint.id} is not allowed`)
  }
  try {
    const answer = await call(endpoint, input, { idempotencyKey: crypto.randomUUID() })
    invalidate([nounOf(endpoint), ...(endpoint.touches ?? [])])
    recordUse(endpoint.id)
    return answer
  } catch (error) {
    showError(error)
    throw error
  }
}
