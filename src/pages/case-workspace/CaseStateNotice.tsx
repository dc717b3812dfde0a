import { useState } from 'react'
import type { Case } from '#contract/cases.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Workspace.module.css'

/** Says at once that a case is closed, or somebody else's by now; what was typed stays. `gone`: it is out of reach. */
export function CaseStateNotice({ row, gone }: { row: Case; gone: boolean }) {
  const { text, word } = useText()
  const { state, loanState, collector } = row
  const [first] = useState(collector?.id)
  const said = gone
    ? text('caseWorkspace.gone')
    : state === 'closed'
      ? text('caseWorkspace.closed', { state: `${loanState} ${word('loans.state', loanState)}` })
      : collector?.id !== first && text('caseWorkspace.moved', { name: collector?.name ?? '–' })
  return (
    <div role="alert" className={said ? styles.notice : undefined}>
      {said}
    </div>
  )
}
