import { caseAllocations } from '#contract/case-allocations.ts'
import { useCall } from '#src/call/query-client.ts'
import { AgencyShares } from './AgencyShares.tsx'
import styles from './Allocation.module.css'
import { AllocationHeader } from './AllocationHeader.tsx'
import { AllocationReason } from './AllocationReason.tsx'
import type { AllocationDetail } from './allocation-detail.ts'
import { CasesGiven } from './CasesGiven.tsx'
import { CollectorShares } from './CollectorShares.tsx'
import { StageChanges } from './StageChanges.tsx'
import { StageStrip } from './StageStrip.tsx'
import { StageTabs } from './StageTabs.tsx'
import type { AllocationAddress, ShownCases } from './use-allocation-address.ts'
import { useAllocationKeys } from './use-allocation-keys.ts'

interface Props {
  readonly detail: AllocationDetail
  readonly address: AllocationAddress
  readonly show: (part: Partial<AllocationAddress>) => void
}

/** The cases that are shown, and those that can be. */
function useShownCases({ detail: { allocation, stage, stages, people }, address: { to } }: Props) {
  const unplaced = stages.some((one) => one.id === stage && one.unplaced > 0)
  const withCases = people.filter(({ gets }) => gets > 0).map(({ staff }): ShownCases => staff.id)
  const shown: ShownCases[] = unplaced ? [...withCases, 'nobody'] : withCases
  const whose = to === 'nobody' ? { nobody: 'true' as never } : { to: to! } // as a query says it
  const query = useCall(
    caseAllocations.cases,
    { id: allocation.id, stage: stage!, ...whose },
    { enabled: stage !== null && to !== null },
  )
  return { shown, query }
}

/** Allocation board: all stages, one of them with its units and people, and of somebody the cases and why. */
export function AllocationBoard(props: Props) {
  const { detail, address, show } = props
  const { stages, shares, people, allocation } = detail
  const { shown, query } = useShownCases(props)
  const stage = stages.find(({ id }) => id === detail.stage)
  const cases = address.to ? (query.data?.cases ?? []) : []
  const loading = (address.stage ?? detail.stage) !== detail.stage || (address.to !== null && query.isLoading)
  useAllocationKeys({ ...detail, address, show, shown, cases, loading })
  return (
    <div className={styles.board}>
      <AllocationHeader allocation={allocation} />
      {stage && <StageTabs stages={stages} shown={stage} show={show} />}
      {stage && <StageStrip detail={detail} stage={stage} show={show} />}
      {stage && (
        <div className={styles.columns}>
          <div className={styles.evidence}>
            <AgencyShares stage={stage} shares={shares} />
            <CollectorShares stage={stage} people={people} shown={address.to} show={show} />
            <StageChanges stage={stage} show={show} />
          </div>
          <div className={styles.side}>
            {address.to && query.data && (
              <CasesGiven answer={query.data} people={people} address={address} show={show} />
            )}
            {address.turn && <AllocationReason id={allocation.id} stage={stage.id} turn={address.turn} />}
          </div>
        </div>
      )}
    </div>
  )
}
