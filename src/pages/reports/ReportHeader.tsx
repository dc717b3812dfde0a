import { type RefObject, useEffect, useState } from 'react'
import { addDays } from '#contract/kernel/calendar.ts'
import { LocalDate } from '#contract/kernel/values.ts'
import { nounOf } from '#src/call/call.ts'
import { PageCommands } from '#src/command/run/PageCommands.tsx'
import { maySchedule } from '#src/command/run/start-schedule.ts'
import { FilterField } from '#src/grid/filter/FilterField.tsx'
import { digitOf } from '#src/keyboard/shortcut.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { useToday } from '#src/session/clock.ts'
import { Button } from '#src/ui/Button.tsx'
import { DateField } from '#src/ui/DateField.tsx'
import { dayOf } from '#src/ui/day-of.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './Report.module.css'
import { scheduleReport } from './schedule-report.ts'
import { exportReport, type ReportState } from './use-report.ts'
import { hasGrains } from './use-report-address.ts'

interface Props {
  readonly state: ReportState
  readonly line: RefObject<HTMLInputElement | null>
  readonly onLeave: () => void
}

/** As of which day a report is told; empty: as it is known now. */
function AsOf({ state: { address, show } }: Pick<Props, 'state'>) {
  const { text } = useText()
  const [draft, setDraft] = useState<string>(address.asOf ?? '')
  useEffect(() => setDraft(address.asOf ?? ''), [address.asOf])
  const take = (typed: string) => {
    setDraft(typed)
    const day = dayOf(typed)
    if (typed === '') show({ asOf: undefined })
    else if (LocalDate.safeParse(day).success) show({ asOf: LocalDate.parse(day) })
  }
  return (
    <div className={styles.asOf}>
      <DateField label={text('reports.asOf')} value={draft} last={addDays(useToday(), -1)} onDay={take} />
    </div>
  )
}

/** What a report is about: its filter, which numbers are shown, by what, and as it was known when. */
export function ReportHeader(props: Props) {
  const { text, say } = useText()
  const { declared, address, show } = props.state
  const { views, report, listing, page } = declared
  const noun = nounOf(report)
  const grained = hasGrains(report, address.by)
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <h1>{say(`menu.${page}`)}</h1>
        <FilterField
          handle={props.line}
          applied={props.state.line}
          reader={props.state.reader}
          apply={props.state.filter}
          onLeave={props.onLeave}
        />
        {report.known && <AsOf state={props.state} />}
        <PageCommands page={page} />
        {may(report.export.requires) && (
          <Button onClick={() => void exportReport(props.state)}>
            {text('reports.export')} <Kbd keys="E" quiet />
          </Button>
        )}
        {maySchedule(report) && (
          <Button tone="quiet" onClick={() => scheduleReport(props.state)}>
            {text('grid.schedule')} <Kbd keys="v r" quiet />
          </Button>
        )}
      </div>
      <div className={styles.choices} role="toolbar" aria-label={text('reports.views')}>
        {views.map(({ name }, i) => {
          const digit = digitOf(i)
          return (
            <Button key={name} tone="quiet" aria-pressed={name === address.view} onClick={() => show({ view: name })}>
              {say(`${noun}.reportView.${name}`)} {digit && <Kbd keys={digit} quiet />}
            </Button>
          )
        })}
        <span className={styles.gap} />
        {report.by.map((by) => (
          <Button key={by} tone="quiet" aria-pressed={by === address.by} onClick={() => show({ by })}>
            {say(`${nounOf(listing)}.${by}`)} {by === report.by.at(-1) && <Kbd keys="P" quiet />}
          </Button>
        ))}
        <span className={styles.gap} />
        {grained &&
          report.grains.map((grain) => (
            <Button key={grain} tone="quiet" aria-pressed={grain === address.grain} onClick={() => show({ grain })}>
              {text(`reports.grain.${grain}`)} {grain === report.grains.at(-1) && <Kbd keys="m" quiet />}
            </Button>
          ))}
      </div>
    </header>
  )
}
