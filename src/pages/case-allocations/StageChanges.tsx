import type { AllocationStage } from '#contract/case-allocations.ts'
import { localeOf } from '#contract/kernel/format.ts'
import { useCountry } from '#src/locale/country.ts'
import { formatInstant } from '#src/locale/format.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Allocation.module.css'
import type { AllocationAddress } from './use-allocation-address.ts'

interface Props {
  readonly stage: AllocationStage
  readonly show: (part: Partial<AllocationAddress>) => void
}

/** Where the cases of a stage come from, what is left out, and what stays without anybody. */
export function StageChanges({ stage, show }: Props) {
  const { text } = useText()
  const language = useLanguage()
  const country = useCountry()
  const { rolled, kept, waited, opened, oldestWait, promised, held, paying, unplaced, room } = stage
  const since = oldestWait && formatInstant(oldestWait, country)
  const lines = [
    [rolled, text('caseAllocations.changeRolled')],
    [kept, text('caseAllocations.changeKept')],
    [waited, since ? text('caseAllocations.changeWaitedSince', { time: since }) : text('caseAllocations.changeWaited')],
    [opened, text('caseAllocations.changeOpened')],
    [promised + held + paying, text('caseAllocations.changeLeftOut', { promised, held, paying })],
  ] as const
  return (
    <section>
      <h2>{text('caseAllocations.whatChanges')}</h2>
      <ul className={styles.changes}>
        {lines.map(([count, said]) => (
          <li key={said}>
            <strong>{count.toLocaleString(localeOf(language))}</strong> {said}
          </li>
        ))}
        <li>
          <strong>{unplaced.toLocaleString(localeOf(language))}</strong>{' '}
          {unplaced > 0 ? (
            <button type="button" onClick={() => show({ to: 'nobody', turn: null })}>
              {text('caseAllocations.changeUnplaced')}
            </button>
          ) : (
            text('caseAllocations.changeUnplaced')
          )}
          <span className={styles.hint}>
            {room === null ? text('caseAllocations.roomForAny') : text('caseAllocations.roomFor', { count: room })}
          </span>
        </li>
      </ul>
    </section>
  )
}
