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

/** When it was: the day only where it was not today. */
function timeOf(at: number, now: number, country: string): string {
  const [day, time] = formatInstant(new Date(at).toISOString(), country).split(' ') as [string, string] // as it is written
  return formatInstant(new Date(now).toISOString(), country).startsWith(day) ? time : `${day} ${time}`
}

/** What the person did last, each once, and how long ago. Not there before they did anything. */
export function Recent() {
  const { text, say } = useText()
  useSnapshot(history as object) // its type is too deep for a snapshot of it
  const language = useLanguage()
  const now = useMinute()
  const country = useSession().user?.country ?? ''
  const done = history.past.map(({ count, ...one }) => ({
    ...one,
    detail: [count > 1 ? `× ${count}` : '', ...saidOf({ ...one, count })].filter(Boolean).join(' · '),
  }))
  const once = new Map(done.toReversed().map((one) => [`${one.id} ${one.detail}`, one]))
  const lines = [...once]
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, shownMax)
    .map(([key, { id, at, detail }]) => ({
      key,
      title: say(id),
      detail,
      end: `${formatAgo(at, now, language)} · ${timeOf(at, now, country)}`,
      href: destinations().find((page) => page.id === id)?.path,
      pins: id,
    }))
  return <Lines title={text('overview.recent')} lines={lines} />
}
