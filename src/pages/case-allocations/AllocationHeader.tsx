import { navigate } from 'wouter/use-browser-location'
import { type CaseAllocation, caseAllocation, caseAllocations } from '#contract/case-allocations.ts'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { fieldOf } from '#contract/kernel/field.ts'
import { pages } from '#contract/menu.ts'
import { commandOf } from '#src/command/registry.ts'
import { startCommand } from '#src/command/run/executor.ts'
import { country, useCountry } from '#src/locale/country.ts'
import { formatTime } from '#src/locale/format.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Value } from '#src/ui/data/Value.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import { RecordActions } from '../records/RecordActions.tsx'
import styles from './Allocation.module.css'

const state = fieldOf('state', caseAllocation.row.shape.state)

/** Where agencies are given their weights. */
export const weightsPath = '/agencies/weights'

/** Has today's allocation run, once its rehearsal has been seen: of any other day, and after a run, it is rehearsed first. */
export function runNow({ state: shown, day }: CaseAllocation): void {
  const today = businessDate(toInstant(new Date()), country())
  const command = commandOf('caseAllocations.run')
  if (shown !== 'rehearsed' || day !== today) navigate('/allocation/rehearsal?day=today')
  else if (command) void startCommand(command)
}

/** Which allocation it is, for which day, as known when, and what can be done. */
export function AllocationHeader({ allocation }: { allocation: CaseAllocation }) {
  const { text } = useText()
  const place = useCountry()
  const { id, day, startedAt } = allocation
  const title = allocation.state === 'rehearsed' ? 'caseAllocations.rehearsalOf' : 'caseAllocations.allocationOf'
  return (
    <header className={styles.head}>
      <h1>{text(title, { id })}</h1>
      <Value of={state} value={allocation.state} />
      <span className={styles.quiet}>
        {text('caseAllocations.forDay', { day, time: formatTime(startedAt, place) })} ·{' '}
        {text('caseAllocations.sameAnswer')}
      </span>
      <div className={styles.acts}>
        <RecordActions
          noun="caseAllocations"
          listing={caseAllocations.list.id}
          page="caseAllocations"
          row={allocation}
        />
        <Button onClick={() => navigate(weightsPath)}>
          {text('caseAllocations.weights')} <Kbd keys="w" />
        </Button>
        <Button onClick={() => navigate(pages.duty)}>
          {text('caseAllocations.duty')} <Kbd keys="d" />
        </Button>
        {may(caseAllocations.run.requires) && (
          <Button aria-keyshortcuts="N" onClick={() => runNow(allocation)}>
            {text('caseAllocations.runNow')} <Kbd keys="N" />
          </Button>
        )}
      </div>
    </header>
  )
}
