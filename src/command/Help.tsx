import { Dialog } from 'radix-ui'
import { proxy, useSnapshot } from 'valtio'
import { useText } from '#src/locale/text.ts'
import help from './Help.module.css'
import { mac, standingBindings, useKeys } from './keyboard.ts'
import { show } from './keys/show.ts'
import { offerOf, possible } from './offer.ts'
import { Keycaps } from './Row.tsx'
import { commandOf } from './registry.ts'
import { useMeant } from './scene.ts'

const state = proxy({ open: false })

/** Shows every key that works here. */
export const openHelp = (): void => {
  state.open = true
}
const closeHelp = (): void => {
  state.open = false
}

/** Every key heard now, with what it does, and why not where it would do nothing: made from the bindings themselves. */
export function Help() {
  const { say } = useText()
  const meant = useMeant()
  const { open } = useSnapshot(state)
  useKeys(
    'dialog',
    [
      { id: 'help.close', keys: 'escape', run: closeHelp },
      { id: 'help.close', keys: '?', run: closeHelp },
    ],
    open,
  )
  const groups = open ? standingBindings() : []
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && closeHelp()}>
      <Dialog.Portal>
        <Dialog.Overlay className={help.overlay} />
        <Dialog.Content className={help.help} aria-describedby={undefined}>
          <Dialog.Title className={help.title}>{say('command.keysHere')}</Dialog.Title>
          {groups.map(({ layer, bindings }) => (
            <section key={layer} className={help.group}>
              <h3>{say(`command.layer.${layer}`)}</h3>
              <dl>
                {bindings.map(({ id, keys }) => {
                  const command = commandOf(id)
                  const offer = command && offerOf(command, meant)
                  const off = offer && !possible(offer, meant) ? offer.refused : null
                  return (
                    <div key={id + keys} data-off={off !== null && off !== undefined}>
                      <dt>
                        <Keycaps keys={show(keys, mac)} />
                      </dt>
                      <dd>
                        {say(id)}
                        {off && <small> {say(`faults.${off.fault}`, off.values)}</small>}
                      </dd>
                    </div>
                  )
                })}
              </dl>
            </section>
          ))}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
