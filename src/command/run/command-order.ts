import { needsNoRight, pageOfRight, type Requirement, type Right } from '#contract/kernel/rights.ts'
import type { PageId } from '#contract/menu.ts'
import type { ActionTarget } from '#src/command/active-list.ts'
import { type Command, isDestructive } from '#src/command/command.ts'
import { allowedCommands } from '#src/command/registry.ts'
import { type Availability, appliesTo, availabilityOf, isAvailable } from './availability.ts'

const pagesOf = (requires: Requirement): readonly PageId[] =>
  needsNoRight(requires) ? [] : (Array.isArray(requires) ? (requires as Right[]) : [requires as Right]).map(pageOfRight)

/** What staff do most on `page` first: what its own right allows, then what has a key, then what changes something. */
function rankOf(command: Command, page: PageId | null): number {
  const isOfPage = page !== null && pagesOf(command.requires).includes(page)
  return (
    Number(isDestructive(command)) * 8 +
    Number(command.risk === 'read') * 4 +
    Number(!isOfPage) * 2 +
    Number(command.keys === undefined)
  )
}

/** Order of commands: what one does here first, what only reads behind it, what is dangerous last. */
export const inOrder = (commands: readonly Command[], page: PageId | null): Command[] =>
  commands.toSorted((a, b) => rankOf(a, page) - rankOf(b, page))

/** The commands on the rows of `target`, in order: those that would do something now, and those that would not, with why. */
export function commandsOn(
  target: ActionTarget | null,
  page: PageId | null,
): { readonly now: readonly Availability[]; readonly notNow: readonly Availability[] } {
  const fitting = allowedCommands().filter((command) => command.rows !== null && appliesTo(command, target))
  const all = inOrder(fitting, page).map((command) => availabilityOf(command, target))
  return {
    now: all.filter((one) => isAvailable(one, target)),
    notNow: all.filter((one) => !isAvailable(one, target)),
  }
}
