import { Dialog } from 'radix-ui'
import { useSnapshot } from 'valtio'
import { type ActionTarget, useActionTarget } from '#src/command/active-list.ts'
import { commandOf } from '#src/command/registry.ts'
import { availabilityOf, isAvailable } from '#src/command/run/availability.ts'
import { closeHelp, helpState as state } from '#src/command/run/help-state.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { useText } from '#src/locale/text.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import { collapseDigits, groupBindings } from './group-bindings.ts'
import help from './ShortcutHelp.module.css'

interface LineProps {
  readonly id: string
  readonly title: string
  readonly keys: readonly Shortcut[]
  readonly target: ActionTarget | null
}

/** One thing that keys do, and why not where it would do nothing. */
function HelpLine({ id, title, keys, target }: LineProps) {
  const { say } = useText()
  const command = commandOf(id)
  const offer = command && availabilityOf(command, target)
  const off = offer && !isAvailable(offer, target) ? offer.refused : null
  return (
    <div data-off={off ? true : undefined}>
      <dt>
        {keys.map((one) => (
          <Kbd key={one} keys={one} />
        ))}
      </dt>
      <dd>
        {title}
        {off && <small> {say(`faults.${off.fault}`, off.values)}</small>}
      </dd>
    </div>
  )
}

/** Every key heard now, layer by layer. */
function Layers() {
  const { say } = useText()
  const target = useActionTarget()
  return state.layers.map(({ layer, bindings }) => (
    <section key={layer} className={help.group}>
      <h3>{say(`command.layer.${layer}`)}</h3>
      <dl>
        {groupBindings(bindings, say).map(({ id, title, keys }) => (
          <HelpLine key={id} id={id} title={title} keys={collapseDigits(keys)} target={target} />
        ))}
      </dl>
    </section>
  ))
}

/** Every key heard now, with what it does, and why not where it would do nothing: made from the bindings themselves. */
export function ShortcutHelp() {
  const { say } = useText()
  const { open } = useSnapshot(state)
  useKeys(
    'dialog',
    [
      { id: 'help.close', keys: 'escape', run: closeHelp },
      { id: 'help.close', keys: '?', run: closeHelp },
    ],
    open,
  )
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closeHelp()}>
      <Dialog.Portal>
        <Dialog.Overlay className={help.overlay} />
        <Dialog.Content className={help.help} aria-describedby={undefined}>
          <Dialog.Title className={help.title}>{say('command.keysHere')}</Dialog.Title>
          <Layers />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
