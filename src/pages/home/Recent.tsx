import { useSnapshot } from 'valtio'
import { history, saidOf } from '#src/command/history.ts'
import { destinations } from '#src/command/registry.ts'
import { formatAgo, formatInstant } from '#src/locale/format.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { useMinute } from '#src/session/clock.ts'
import { useSession } from '#src/session/session.ts'
import { Lines } from './Lines.tsx'

const shownMax = 6

/** What the person did last, and how long ago. Not there before they did anything. */
export function Recent() {
  const { text, say } = useText()
  useSnapshot(history as object) // its type is too deep for a snapshot of it
  const language = useLanguage()
  const now = useMinute()
  const country = useSession().user?.country ?? ''
  const lines = history.past.slice(0, shownMax).map((done) => ({
    key: `${done.id} ${done.at}`,
    title: say(done.id),
    detail: [done.count > 1 ? `× ${done.count}` : '', ...saidOf(done)].filter(Boolean).join(' · '),
    end: `${formatAgo(done.at, now, language)} · ${formatInstant(new Date(done.at).toISOString(), country)}`,
    href: destinations().find(({ id }) => id === done.id)?.path,
    pins: done.id,
  }))
  return <Lines title={text('overview.recent')} lines={lines} />
}
