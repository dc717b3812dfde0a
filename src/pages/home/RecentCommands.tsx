import { useSnapshot } from 'valtio'
import { destinations } from '#src/command/registry.ts'
import { commandHistory, describeArguments } from '#src/command/run/history.ts'
import { useCountry } from '#src/locale/country.ts'
import { formatInstant } from '#src/locale/format.ts'
import { useLanguage } from '#src/locale/language.ts'
import { formatAgo } from '#src/locale/relative-time.ts'
import { useText } from '#src/locale/text.ts'
import { useCurrentMinute } from '#src/session/clock.ts'
import { LinkList } from './LinkList.tsx'

const shownMax = 6

/** When it was: the day only where it was not today. */
function timeOf(at: number, now: number, country: string): string {
  const [day, time] = formatInstant(at, country).split(' ') as [string, string] // as it is written
  return formatInstant(now, country).startsWith(day) ? time : `${day} ${time}`
}

/** What the person did last, each once, and how long ago. Not there before they did anything. */
export function RecentCommands() {
  const { text, say } = useText()
  useSnapshot(commandHistory as object) // its type is too deep for a snapshot of it
  const language = useLanguage()
  const now = useCurrentMinute()
  const country = useCountry()
  const done = commandHistory.entries.map(({ count, ...one }) => ({
    ...one,
    detail: [count > 1 ? `× ${count}` : '', ...describeArguments({ ...one, count })].filter(Boolean).join(' · '),
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
  return <LinkList title={text('overview.recent')} lines={lines} />
}
