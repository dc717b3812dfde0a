import { useSnapshot } from 'valtio'
import { custom } from '#src/command/bound.ts'
import { begin } from '#src/command/executor.ts'
import { history } from '#src/command/history.ts'
import { commandOf, destinations, keysOf } from '#src/command/registry.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/session.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import { type Line, Lines } from './Lines.tsx'

/** A pinned page or command; nothing where it is not this person's any more. */
function lineOf(id: string, title: string): Line[] {
  const page = destinations().find((one) => one.id === id)
  if (page) {
    const keys = keysOf(page)
    return [{ key: id, title, href: page.path, pins: id, end: keys && <Kbd keys={keys} /> }]
  }
  const command = commandOf(id)
  if (!command) return []
  const { rows, keys } = command
  // what acts on rows has none here
  return [{ key: id, title, run: rows ? undefined : () => begin(command), pins: id, end: keys && <Kbd keys={keys} /> }]
}

/** What the person keeps at hand. */
export function Pinned() {
  const { text, say } = useText()
  useSession()
  useSnapshot(custom)
  const { pinned } = useSnapshot(history)
  const lines = pinned.flatMap((id) => lineOf(id, say(id)))
  return <Lines title={text('overview.pinned')} lines={lines} none={text('overview.pinned.none')} />
}
