import type { AllocationStage } from '#contract/case-allocations.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './Allocation.module.css'
import type { AllocationAddress } from './use-allocation-address.ts'

interface Props {
  readonly stages: readonly AllocationStage[]
  readonly shown: AllocationStage
  readonly show: (part: Partial<AllocationAddress>) => void
}

const digitMax = 9

/** Every stage with its queue, by a digit each; what finds nobody is red. */
export function StageTabs({ stages, shown, show }: Props) {
  const { text } = useText()
  return (
    <nav className={styles.stages} aria-label={text('caseAllocations.stage')}>
      {stages.map(({ id, name, queued, unplaced }, i) => (
        <Button
          key={id}
          tone={id === shown.id ? 'plain' : 'quiet'}
          aria-current={id === shown.id || undefined}
          className={unplaced > 0 ? styles.lacking : undefined}
          onClick={() => show({ stage: id, to: null, turn: null })}
        >
          {name} <small>{queued}</small> {i < digitMax && <Kbd keys={String(i + 1) as Shortcut} quiet />}
        </Button>
      ))}
    </nav>
  )
}
