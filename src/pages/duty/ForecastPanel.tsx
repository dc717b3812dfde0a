import { useEffect, useState } from 'react'
import { duty } from '#contract/duty.ts'
import { useCall } from '#src/call/query-client.ts'
import { useText } from '#src/locale/text.ts'
import { countChanges, type DutyDraft, toInput } from './duty-draft.ts'
import styles from './Mend.module.css'

/** So long nothing is asked while somebody still changes cells. */
const settleMs = 500
/** So many people are named. */
const peopleMax = 6

/** A draft once it has stood for a moment. */
function useSettled(draft: DutyDraft): DutyDraft {
  const [settled, setSettled] = useState(draft)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(draft), settleMs)
    return () => clearTimeout(timer)
  }, [draft])
  return settled
}

interface Figure {
  readonly before: number
  readonly after: number
}

function Change({ name, figure: { before, after } }: { name: string; figure: Figure }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{before}</td>
      <td aria-hidden="true">→</td>
      <td data-less={after < before || undefined}>{after}</td>
    </tr>
  )
}

/** What the draft does to the next allocation: before and after, by stage and by person. Nothing while nothing is changed. */
export function ForecastPanel({ draft }: { draft: DutyDraft }) {
  const { text } = useText()
  const settled = useSettled(draft)
  const changes = countChanges(settled)
  const query = useCall(duty.forecast, toInput(settled), { enabled: changes > 0 })
  if (countChanges(draft) === 0 || !query.data) return null
  const { day, stages, people } = query.data
  const isSame = stages.length === 0 && people.length === 0
  return (
    <section className={styles.forecast} aria-live="polite">
      <h2>{text('duty.forecast', { day })}</h2>
      {isSame ? (
        <p className={styles.quiet}>{text('duty.forecast.same')}</p>
      ) : (
        <table>
          <tbody>
            {stages.map(({ id, name, given }) => (
              <Change key={id} name={text('duty.forecast.given', { stage: name })} figure={given} />
            ))}
            {stages.map(({ id, name, unplaced }) =>
              unplaced && unplaced.before !== unplaced.after ? (
                <Change
                  key={`${id} unplaced`}
                  name={text('duty.forecast.unplaced', { stage: name })}
                  figure={unplaced}
                />
              ) : null,
            )}
            {people.slice(0, peopleMax).map(({ staff, given }) => (
              <Change key={staff.id} name={staff.name} figure={given} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
