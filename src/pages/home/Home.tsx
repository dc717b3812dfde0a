import { useEffect } from 'react'
import { overview } from '#contract/overview.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/base/session.ts'
import { useClock } from '#src/session/clock.ts'
import { statusLine } from '#src/ui/feedback/status-line.ts'
import hidden from '#src/ui/hidden.module.css'
import { AnnouncementLinks } from './AnnouncementLinks.tsx'
import { DailyTotals } from './DailyTotals.tsx'
import styles from './Home.module.css'
import { PinnedLinks } from './PinnedLinks.tsx'
import { RecentCommands } from './RecentCommands.tsx'
import { WorkQueues } from './WorkQueues.tsx'

/** The part of the day it is at `hour`, from 0 to 23. */
const partOfDay = (hour: number) => (hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening')

/** Greets the person in the status line, by the clock of the operating country. */
function useGreeting(piles: number): void {
  const { text, say } = useText()
  const { user } = useSession()
  const hour = Number(useClock()?.time.slice(0, 2) ?? 0)
  const greeting = text(`overview.${partOfDay(hour)}`, { name: user?.userName ?? '' })
  const said = piles > 0 ? `${greeting} · ${say('overview.queues', { count: piles })}` : greeting
  useEffect(() => {
    statusLine.left = said
  }, [said])
}

/** The start page: what waits, what was done, how the business goes and what is told. */
export function Home() {
  const { text } = useText()
  const waiting = useCall(overview.waiting, {})
  useGreeting(waiting.data?.piles.filter(({ count }) => count > 0).length ?? 0)
  return (
    <div className={styles.page}>
      <h1 className={hidden.hidden}>{text('menu.home')}</h1>
      <div className={styles.work}>
        <QueryResult query={waiting}>{({ piles }) => <WorkQueues piles={piles} />}</QueryResult>
        <RecentCommands />
        <DailyTotals />
      </div>
      <div className={styles.aside}>
        <AnnouncementLinks />
        <PinnedLinks />
      </div>
    </div>
  )
}
