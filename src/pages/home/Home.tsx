import { useEffect } from 'react'
import { overview } from '#contract/overview.ts'
import { useCall } from '#src/call/queries.ts'
import { useText } from '#src/locale/text.ts'
import { useClock } from '#src/session/clock.ts'
import { useSession } from '#src/session/session.ts'
import { status } from '#src/shell/status.ts'
import { Answered } from '#src/ui/Answered.tsx'
import hidden from '#src/ui/hidden.module.css'
import { Announcements } from './Announcements.tsx'
import { Daily } from './Daily.tsx'
import styles from './Home.module.css'
import { KeysHere } from './KeysHere.tsx'
import { Pinned } from './Pinned.tsx'
import { Recent } from './Recent.tsx'
import { Waiting } from './Waiting.tsx'

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
    status.left = said
  }, [said])
}

/** The start page: what waits, what was done, how the business goes, what is told, and which keys lead where. */
export function Home() {
  const { text } = useText()
  const waiting = useCall(overview.waiting, {}, { quiet: true })
  useGreeting(waiting.data?.piles.filter(({ count }) => count > 0).length ?? 0)
  return (
    <div className={styles.page}>
      <h1 className={hidden.hidden}>{text('menu.home')}</h1>
      <div className={styles.work}>
        <Answered query={waiting}>{({ piles }) => <Waiting piles={piles} />}</Answered>
        <Recent />
        <Daily />
      </div>
      <div className={styles.aside}>
        <Announcements />
        <Pinned />
        <div className={styles.keys}>
          <KeysHere />
        </div>
      </div>
    </div>
  )
}
