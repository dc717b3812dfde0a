import type { PageId } from '#contract/menu.ts'
import type { ActionTarget } from '#src/command/active-list.ts'
import type { Command } from '#src/command/command.ts'
import { isDestructive } from '#src/command/command.ts'
import { say } from '#src/locale/text.ts'
import type { MenuItem, MenuSection } from '#src/ui/overlay/Menu.tsx'
import type { Availability } from './availability.ts'
import { commandsOn } from './command-order.ts'
import { startCommand } from './executor.ts'

/** What a menu of commands is about, and what stands outside of it. */
interface CommandMenuOptions {
  /** The page it is opened on. */
  readonly page: PageId | null
  readonly target: ActionTarget | null
  /** Above the first commands: which rows they act on. */
  readonly heading: string
  /** Commands that are buttons already, beside the menu. */
  readonly besides?: readonly Command[]
}

/** The commands on `target`: what can be done, what is dangerous apart from it, what cannot be done now folded, with why. */
export function commandMenu({ page, target, heading, besides = [] }: CommandMenuOptions): MenuSection[] {
  const { now, notNow } = commandsOn(target, page)
  const item = ({ command, refused }: Availability, off: boolean): MenuItem => ({
    label: say(command.id),
    // the rows that the menu names, whatever is marked when it is chosen
    run: () => void startCommand(command, target ? { target } : {}),
    ...(command.keys && { keys: command.keys }),
    ...(off && { off: refused ? say(`faults.${refused.fault}`, refused.values) : '' }),
  })
  const left = now.filter(({ command }) => !besides.includes(command))
  const [daily, destructive] = [false, true].map((last) =>
    left.filter(({ command }) => isDestructive(command) === last),
  )
  const sections: MenuSection[] = [
    { heading, items: daily!.map((one) => item(one, false)) },
    { items: destructive!.map((one) => item(one, false)) },
    {
      heading: say('command.notNow', { count: notNow.length }),
      folded: true,
      items: notNow.map((one) => item(one, true)),
    },
  ]
  return sections.filter(({ items }) => items.length > 0)
}
