import { addDays } from '#contract/kernel/calendar.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Duty.module.css'
import { dayName, weekdayName } from './duty-text.ts'
import type { DutyBoardState } from './use-duty-board.ts'

/** The columns of both tables, of one width in each. */
export const DutyColumns = () => (
  <colgroup>
    <col className={styles.nameColumn} />
    <col className={styles.stagesColumn} />
    <col className={styles.openColumn} />
    {[1, 2, 3, 4, 5, 6, 7].map((day) => (
      <col key={day} />
    ))}
    <col className={styles.daysColumn} />
  </colgroup>
)

/** Headings: who it is, then the days; today and tomorrow say so. */
export function DutyHead({ board: { week, address } }: { board: DutyBoardState }) {
  const { text } = useText()
  const { days, today } = week
  const tomorrow = addDays(today, 1)
  const note = (day: string) => (day === today ? text('duty.today') : day === tomorrow ? text('duty.tomorrow') : '')
  return (
    <>
      <DutyColumns />
      <thead>
        <tr>
          <th scope="col">{text('duty.column.person')}</th>
          <th scope="col">{text('duty.column.stages')}</th>
          <th scope="col">{text('duty.column.open')}</th>
          {days.map((day, i) =>
            address.view === 'pattern' ? (
              <th key={day} scope="col" className={styles.day}>
                {weekdayName(i + 1)}
              </th>
            ) : (
              <th key={day} scope="col" className={styles.day} data-next={day === tomorrow || undefined}>
                {dayName(day)}
                <small>{note(day)}</small>
              </th>
            ),
          )}
          <th scope="col" className={styles.day}>
            {text('duty.column.days')}
          </th>
        </tr>
      </thead>
    </>
  )
}
