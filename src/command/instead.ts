import type { Command } from './define.ts'
import { offerOf, possible } from './offer.ts'
import type { Draft } from './palette.ts'
import { allowed, commandOf } from './registry.ts'

/** Most commands that are named instead. */
const insteadMax = 4

/** What is legal instead: what the command itself names for the reason, then what else would do something to the rows. */
export function insteadOf({ command, meant }: Draft, fault: string | undefined): Command[] {
  const named = fault && command.instead?.[fault]
  const others = allowed().filter(
    (one) => one.rows && one.id !== command.id && one.call !== null && possible(offerOf(one, meant), meant),
  )
  return [...new Set([...(named ? [named] : []), ...others.map(({ id }) => id)])]
    .flatMap((id) => commandOf(id) ?? [])
    .slice(0, insteadMax)
}
