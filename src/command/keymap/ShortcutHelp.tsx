import { Dialog } from 'radix-ui'
import { useSnapshot } from 'valtio'
import { activePage, useActionTarget } from '#src/command/active-list.ts'
import { closeHelp, helpState as state } from '#src/command/run/help-state.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { useText } from '#src/locale/text.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import { useDialogReturnFocus } from '#src/ui/use-return-focus.ts'
import { type HelpLine, helpSections } from './help-lines.ts'
import help from './ShortcutHelp.module.css'

/** One thing that is possible here, and why not where it would do nothing. */
function Line({ line: { title, keys, off, keyRemoved } }: { line: HelpLine }) {
  const { say } = useText()
  return (
    <div data-off={off ? true : undefined}>
      <dt>
        {keys.map((one) => (
          <Kbd key={one} keys={one} />
        ))}
        {keyRemoved && <small>{say('command.noKey')}</small>}
      </dt>
      <dd>
        {title}
        {off && <small> {off}</small>}
      </dd>
    </div>
  )
}

/** Everything that is possible here, part by part. */
function Sections() {
  useText()
  const target = useActionTarget()
  return helpSections(state.layers, { target, page: activePage.id }).map(({ heading, lines }) => (
    <section key={heading} className={help.group}>
      <h3>{heading}</h3>
      <dl>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </dl>
    </section>
  ))
}

function HelpDialog() {
  const { say } = useText()
  const giveBackFocus = useDialogReturnFocus()
  return (
    <Dialog.Root open onOpenChange={(next) => !next && closeHelp()}>
      <Dialog.Portal>
        <Dialog.Overlay className={help.overlay} />
        {/* nothing in it takes the focus: it is scrolled by keys itself */}
        <Dialog.Content
          className={help.help}
          aria-describedby={undefined}
          tabIndex={0}
          onCloseAutoFocus={giveBackFocus}
        >
          <Dialog.Title className={help.title}>{say('command.keysHere')}</Dialog.Title>
          <Sections />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Everything that is possible here, with its keys, and why not where it would do nothing: made from bindings and commands. */
export function ShortcutHelp() {
  const { open } = useSnapshot(state)
  useKeys('dialog', [{ id: 'help.close', keys: 'escape', run: closeHelp }], open)
  return open && <HelpDialog />
}
