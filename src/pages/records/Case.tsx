import { Link } from 'wouter'
import { type Case, cases } from '#contract/cases.ts'
import { loans } from '#contract/loans/calls.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/session.ts'
import { RowFacts } from '#src/ui/Facts.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { OneRow } from './OneRow.tsx'
import styles from './Record.module.css'
import { RowActs } from './RowActs.tsx'

const { fields } = cases.open

function Facts({ row }: { row: Case }) {
  const { text } = useText()
  return (
    <div className={styles.facts}>
      <Panel title={text('cases.detail')}>
        <RowFacts
          noun="cases"
          fields={fields}
          row={row}
          show={['id', 'stage', 'name', 'phone', 'collector', 'group', 'agency', 'allocatedAt', 'openedAt', 'hold']}
        />
      </Panel>
      <Panel title={text('cases.section.debt')}>
        <RowFacts
          noun="cases"
          fields={fields}
          row={row}
          show={['loanState', 'dueDate', 'overdueDays', 'principal', 'penalty', 'repayable']}
        />
        {may(loans.detail.may) && <Link href={`/detail?id=${row.loanId}`}>{row.loanId}</Link>}
      </Panel>
      <Panel title={text('cases.section.contact')}>
        <RowFacts
          noun="cases"
          fields={fields}
          row={row}
          show={['promisedFor', 'followUpAt', 'lastResult', 'lastContactAt']}
        />
      </Panel>
    </div>
  )
}

/** One case of collection, and what can be done about it. */
export const CasePage = () => (
  <OneRow<Case> listing={cases.open}>
    {(row) => (
      <>
        <RowActs noun="cases" listing={cases.open.id} page="openCases" row={row} />
        <Facts row={row} />
      </>
    )}
  </OneRow>
)
