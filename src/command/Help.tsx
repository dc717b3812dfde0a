import { Dialog } from 'radix-ui'
import { useSnapshot } from 'valtio'
import { useText } from '#src/locale/text.ts'
import help from './Help.module.css'
import { alternatives, shownKeys } from './help.ts'
import { closeHelp, help as state } from './help-state.ts'
import { mac, useKeys } from './keyboard.ts'
import { show } from './keys/show.ts'
import { offerOf, possible } from './offer.ts'
import { Keycaps } from './Row.tsx'
import { commandOf } from './registry.ts'
import { type Meant, useMeant } from './scene.ts'

interface LineProps {
  readonly id: string
  readonly title: string
  readonly keys: readonly string[]
  readonly meant: Meant | null
}

/** One thing that keys do, and why not where it would do nothing. */
function Line({ id, title, keys, meant }: LineProps) {
  const { say } = useText()
  const command = commandOf(id)
  const offer = command && offerOf(command, meant)
  const off = offer && !possible(offer, meant) ? offer.refused : null
  return (
    <div data-off={off ? true : undefined}>
      <dt>
        {keys.map((one) => (
          <Keycaps key={one} keys={one} />
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
  const meant = useMeant()
  return state.standing.map(({ layer, bindings }) => (
    <section key={layer} className={help.group}>
      <h3>{say(`command.layer.${layer}`)}</h3>
      <dl>
        {alternatives(bindings, say).map(({ id, title, keys }) => (
          <Line
            key={id}
            id={id}
            title={title}
            keys={shownKeys(keys).map((one) => show(one as never, mac))}
            meant={meant}
          />
        ))}
      </dl>
    </section>
  ))
}

/** Every key heard now, with what it does, and why not where it would do nothing: made from the bindings themselves. */
export function Help() {
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
