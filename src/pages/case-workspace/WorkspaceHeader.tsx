import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { type CaseWorkspace, caseWorkspace } from '#contract/case-workspace.ts'
import { cases } from '#contract/cases.ts'
import { customer } from '#contract/customers.ts'
import { fieldOf } from '#contract/kernel/field.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { loanFlow } from '#contract/loans/flow.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { Value } from '#src/ui/data/Value.tsx'
import { LoanLink } from '../records/LoanLink.tsx'
import { RecordActions } from '../records/RecordActions.tsx'
import { caseSession, refetchAhead } from './case-session.ts'
import { WorkOrder } from './WorkOrder.tsx'
import styles from './Workspace.module.css'

const state = fieldOf('state', loanFlow.State)
const caseFields = { hold: cases.open.fields.find(({ name }) => name === 'hold')! } // a field of every case

/** Whom the case is about, how it stands, how many wait, and what can be done. */
export function WorkspaceHeader({ detail }: { detail: CaseWorkspace }) {
  const { text, say } = useText()
  const { ahead } = useSnapshot(caseSession)
  const row = detail.case
  const { name, customerId, loanId, loanState, overdueDays, stage, collector, hold } = row
  return (
    <header className={styles.head}>
      <h1>
        {may('customer') ? (
          <Link href={recordPath(customer, customerId)}>{name ?? customerId}</Link>
        ) : (
          (name ?? customerId)
        )}
      </h1>
      <Value of={state} value={loanState} />
      <span>{text('caseWorkspace.header.days', { count: overdueDays ?? 0, stage: stage.name })}</span>
      <LoanLink id={loanId} otherwise="id" />
      {hold && <Value of={caseFields.hold} value={hold} />}
      <span className={styles.quiet}>{collector?.name}</span>
      {ahead && ahead.waiting > 0 && (
        <span className={styles.standing}>{say('caseWorkspace.waiting', { count: ahead.waiting })}</span>
      )}
      {may(caseWorkspace.next.requires) && <WorkOrder onChosen={refetchAhead} />}
      <RecordActions
        noun="cases"
        listing={cases.open.id}
        page="openCases"
        row={row}
        also={['caseAllocations.whyCollector', 'proofs.openEnterCase']}
      />
    </header>
  )
}
