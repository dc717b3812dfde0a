import { useSnapshot } from 'valtio'
import { commandOf, destinations, shortcutOf } from '#src/command/registry.ts'
import { startCommand } from '#src/command/run/executor.ts'
import { commandHistory } from '#src/command/run/history.ts'
import { keyPreferences } from '#src/keyboard/key-overrides.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/base/session.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import { LinkList, type LinkListItem } from './LinkList.tsx'

/** A pinned page or command; nothing where it is not this person's any more. */
function linkOf(id: string, title: string): LinkListItem[] {
  const page = destinations().find((one) => one.id === id)
  if (page) {
    const keys = shortcutOf(page)
    return [{ key: id, title, href: page.path, pins: id, end: keys && <Kbd keys={keys} /> }]
  }
  const command = commandOf(id)
  if (!command) return []
  const { rows, keys } = command
  // what acts on rows has none here
  return [
    { key: id, title, run: rows ? undefined : () => startCommand(command), pins: id, end: keys && <Kbd keys={keys} /> },
  ]
}

/** What the person keeps at hand. */
export function PinnedLinks() {
  const { text, say } = useText()
  useSession()
  useSnapshot(keyPreferences)
  const { pinned } = useSnapshot(commandHistory)
  const lines = pinned.flatMap((id) => linkOf(id, say(id)))
  return <LinkList title={text('overview.pinned')} lines={lines} none={text('overview.pinned.none')} />
}
