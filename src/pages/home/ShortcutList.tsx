import { useSnapshot } from 'valtio'
import { destinations, shortcutOf } from '#src/command/registry.ts'
import { keyPreferences } from '#src/keyboard/key-overrides.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/base/session.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import { LinkList } from './LinkList.tsx'

/** The lists that two keys lead to, and which. */
export function ShortcutList() {
  const { text, say } = useText()
  useSession()
  useSnapshot(keyPreferences)
  const lines = destinations().flatMap((destination) => {
    const keys = shortcutOf(destination)
    const { id, path } = destination
    return keys ? [{ key: id, title: say(id), href: path, pins: id, end: <Kbd keys={keys} /> }] : []
  })
  return <LinkList title={text('overview.keys')} lines={lines} />
}
