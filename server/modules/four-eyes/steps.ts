import type { IdOf } from '#contract/kernel/values.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'

interface Decision {
  readonly row: { readonly maker: { readonly id: IdOf<'staff'> } }
  readonly actor: Actor
}

/**
 * Nobody decides on what they asked for themselves, nor a deputy on what whom they stand in for has asked for.
 * @throws Refusal `own_request`.
 */
export function mustNotBeMaker({ row: { maker }, actor: { id, standsInFor } }: Decision): void {
  if (maker.id === id || standsInFor.some((away) => away.id === maker.id)) throw new Refusal('own_request')
}

/**
 * Nobody takes back what somebody else asked for.
 * @throws Refusal `not_own_request`.
 */
export function mustBeMaker({ row, actor }: Decision): void {
  if (row.maker.id !== actor.id) throw new Refusal('not_own_request')
}
