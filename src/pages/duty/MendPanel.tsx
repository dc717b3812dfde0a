import { duty } from '#contract/duty.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import { countChanges } from './duty-draft.ts'
import { dayName } from './duty-text.ts'
import { ForecastPanel } from './ForecastPanel.tsx'
import styles from './Mend.module.css'
import type { DutyBoardState } from './use-duty-board.ts'
import { mendKey } from './use-duty-keys.ts'

interface Props {
  readonly board: DutyBoardState
}

/** A stage without anybody on a day, and who could step in. `nth`: how many people the gaps before it name. */
function Gap({ mending: { gap, stepIns }, nth }: { mending: DutyBoardState['mendings'][number]; nth: number }) {
  const { text } = useText()
  const editable = may(duty.save.requires)
  const [stage, day] = [gap.name, dayName(gap.day)]
  return (
    <li>
      <h3>{text('duty.gap', { stage, day, needed: gap.needed })}</h3>
      <p>{text(stepIns.length > 0 ? 'duty.stepIn' : 'duty.stepIn.none')}</p>
      <div className={styles.people}>
        {stepIns.map(({ person, days, run }, i) => {
          const keys = mendKey(nth + i)
          const shown = (
            <>
              {person.name} <small>{days}</small>
            </>
          )
          // whoever may only read is told who it could be
          if (!editable) return <span key={person.staff}>{shown}</span>
          return (
            <Button key={person.staff} aria-label={text('duty.stepIn.one', { name: person.name, day })} onClick={run}>
              {shown} {keys && <Kbd keys={keys} />}
            </Button>
          )
        })}
      </div>
    </li>
  )
}

/** How much is not saved, and the way to save it. */
function Saving({ board: { draft, save, discard } }: Props) {
  const { text, say } = useText()
  const count = countChanges(draft)
  return (
    <div className={styles.saving}>
      <p role="status">{count > 0 ? say('duty.unsaved', { count }) : text('duty.asSaved')}</p>
      <p>{text('duty.pastStays')}</p>
      <div className={styles.buttons}>
        <Button onClick={discard} disabled={count === 0}>
          {text('duty.discardAll')}
        </Button>
        <Button tone={count > 0 ? 'accent' : 'plain'} onClick={() => void save()} disabled={count === 0}>
          {text('duty.saveCount', { count })} <Kbd keys="mod+enter" />
        </Button>
      </div>
    </div>
  )
}

/** To mend: stages that have nobody on a day, and who could step in; below, what is not saved yet. */
export function MendPanel({ board }: Props) {
  const { text } = useText()
  const { mendings } = board
  const before = mendings.map((_, i) => mendings.slice(0, i).reduce((sum, { stepIns }) => sum + stepIns.length, 0))
  return (
    <aside className={styles.side} aria-label={text('duty.mend')}>
      {may(duty.forecast.requires) && <ForecastPanel draft={board.draft} />}
      <h2>
        {text('duty.mend')} <small>{mendings.length}</small>
      </h2>
      {mendings.length === 0 && <p className={styles.quiet}>{text('duty.mend.none')}</p>}
      <ul>
        {mendings.map((mending, i) => (
          <Gap key={`${mending.gap.stage} ${mending.gap.day}`} mending={mending} nth={before[i]!} />
        ))}
      </ul>
      {may(duty.save.requires) && <Saving board={board} />}
    </aside>
  )
}
