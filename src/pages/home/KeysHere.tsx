import { useSnapshot } from 'valtio'
import { custom } from '#src/command/bound.ts'
import { destinations, keysOf } from '#src/command/registry.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/session.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import { Lines } from './Lines.tsx'

/** The lists that two keys lead to, and which. */
export function KeysHere() {
  const { text, say } = useText()
  useSession()
  useSnapshot(custom)
  const lines = destinations().flatMap((destination) => {
    const keys = keysOf(destination)
    const { id, path } = destination
    return keys ? [{ key: id, title: say(id), href: path, pins: id, end: <Kbd keys={keys} /> }] : []
  })
  return <Lines title={text('overview.keys')} lines={lines} />
}
