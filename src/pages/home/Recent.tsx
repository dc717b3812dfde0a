import { useSnapshot } from 'valtio'
import { history } from '#src/command/history.ts'
import { destinations } from '#src/command/registry.ts'
import { formatTime } from '#src/locale/format.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/session.ts'
import { Lines } from './Lines.tsx'

const shownMax = 6

/** What the person did last. Not there before they did anything. */
export function Recent() {
  const { text, say } = useText()
  const { past } = useSnapshot(history)
  const country = useSession().user?.country ?? ''
  const lines = past.slice(0, shownMax).map(({ id, at, count, shown }) => ({
    id: `${id} ${at}`,
    title: say(id),
    detail: [count > 1 ? `× ${count}` : '', ...shown].filter(Boolean).join(' · '),
    end: formatTime(new Date(at).toISOString(), country),
    href: destinations().find((destination) => destination.id === id)?.path,
  }))
  return <Lines title={text('overview.recent')} lines={lines} />
}
