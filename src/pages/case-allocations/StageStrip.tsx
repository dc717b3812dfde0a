import type { AllocationStage } from '#contract/case-allocations.ts'
import { formatMoney, localeOf } from '#contract/kernel/format.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Allocation.module.css'
import type { AllocationDetail } from './allocation-detail.ts'
import type { AllocationAddress } from './use-allocation-address.ts'

interface Props {
  readonly detail: AllocationDetail
  readonly stage: AllocationStage
  readonly show: (part: Partial<AllocationAddress>) => void
}

/** Parts per million in a point. */
const ppmOfPoint = 10_000

/** The answer: how many find a collector, how many do not, what the stage comes to, how fair it has been. */
export function StageStrip({ detail: { allocation, stages }, stage, show }: Props) {
  const { text } = useText()
  const language = useLanguage()
  const number = (value: number) => value.toLocaleString(localeOf(language))
  const lacking = stages.find(({ unplaced }) => unplaced > 0)
  const points = (stage.off / ppmOfPoint).toLocaleString(localeOf(language), { maximumFractionDigits: 1 })
  return (
    <dl className={styles.strip}>
      <div>
        <dd>
          {number(allocation.given)}{' '}
          <small>{text('caseAllocations.givenOf', { count: number(allocation.queued) })}</small>
        </dd>
        <dt>{text('caseAllocations.findCollector')}</dt>
      </div>
      <div>
        <dd data-bad={allocation.unplaced > 0 || undefined}>{number(allocation.unplaced)}</dd>
        <dt>
          {text('caseAllocations.findNobody')}{' '}
          {lacking && (
            <button type="button" onClick={() => show({ stage: lacking.id, to: 'nobody', turn: null })}>
              {lacking.name}
            </button>
          )}
        </dt>
      </div>
      <div>
        <dd>{number(stage.queued)}</dd>
        <dt>{text('caseAllocations.inStage', { stage: stage.name, amount: formatMoney(stage.amount, language) })}</dt>
      </div>
      <div>
        <dd>{points}</dd>
        <dt>{text('caseAllocations.offWeights')}</dt>
      </div>
    </dl>
  )
}
