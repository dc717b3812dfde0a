import { DropdownMenu } from 'radix-ui'
import { useText } from '#src/locale/text.ts'
import type { Command } from './define.ts'
import { begin } from './executor.ts'
import { mac } from './keyboard.ts'
import { show } from './keys/show.ts'
import menu from './Menu.module.css'
import { belongs, offerOf, possible } from './offer.ts'
import { allowed } from './registry.ts'
import { useMeant } from './scene.ts'

interface Props {
  /** Where it opens, in pixels of the window; nowhere: it is closed. */
  readonly at: { readonly x: number; readonly y: number } | null
  /** Closes it, and puts the focus back where it came from. */
  onClose(): void
}

/** Everything that can be done to what is meant, where the pointer is. What cannot be done now says why. */
export function RowMenu({ at, onClose }: Props) {
  const { say } = useText()
  const meant = useMeant()
  const offers = allowed()
    .filter((command) => command.rows !== null && belongs(command, meant?.noun ?? null))
    .map((command) => offerOf(command, meant))
  const choose = (command: Command) => {
    onClose()
    begin(command)
  }
  return (
    <DropdownMenu.Root open={at !== null} onOpenChange={(open) => !open && onClose()} modal={false}>
      <DropdownMenu.Trigger
        aria-hidden="true"
        tabIndex={-1}
        className={menu.anchor}
        style={{ insetInlineStart: at?.x ?? 0, insetBlockStart: at?.y ?? 0 }}
      />
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className={menu.menu}
          align="start"
          sideOffset={0}
          // what it opens from is nothing to be on: `onClose` says where the focus goes
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <DropdownMenu.Label className={menu.label}>
            {say('command.rows', { count: meant?.count ?? 0 })}
          </DropdownMenu.Label>
          {offers.map((offer) => {
            const { command, refused } = offer
            const off = !possible(offer, meant)
            return (
              <DropdownMenu.Item key={command.id} className={menu.item} disabled={off} onSelect={() => choose(command)}>
                <span>{say(command.id)}</span>
                {off && refused && (
                  <span className={menu.reason}>{say(`faults.${refused.fault}`, refused.values)}</span>
                )}
                {command.keys && <kbd className={menu.keys}>{show(command.keys, mac)}</kbd>}
              </DropdownMenu.Item>
            )
          })}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
