import { useCallback, useEffect, useRef } from 'react'
import { caseWorkspace, type CaseWorkspace as Detail } from '#contract/case-workspace.ts'
import { caseFlow } from '#contract/cases.ts'
import { isUsable } from '#contract/follow-up-rules.ts'
import { followUps } from '#contract/follow-ups.ts'
import { parseContext } from '#src/command/arguments/draft-text.ts'
import { may } from '#src/session/base/session.ts'
import { CaseStateNotice } from './CaseStateNotice.tsx'
import { ContactPanel } from './ContactPanel.tsx'
import { CustomerPanel } from './CustomerPanel.tsx'
import { fetchAhead } from './case-session.ts'
import { FollowUpForm } from './FollowUpForm.tsx'
import type { FormField } from './follow-up-form.ts'
import { OwedPanel } from './OwedPanel.tsx'
import { TimelinePanel } from './TimelinePanel.tsx'
import { useCaseKeys } from './use-case-keys.ts'
import { useFollowUp } from './use-follow-up.ts'
import { useLiveCase } from './use-live-case.ts'
import styles from './Workspace.module.css'
import { WorkspaceHeader } from './WorkspaceHeader.tsx'

/** What scrolls must be reached by the keyboard. */
const reachable = { tabIndex: 0 }

/** Everything that a case is worked with on one screen, and the follow-up. `gone`: it is out of reach by now. */
export function CaseWorkspace({ detail, gone }: { detail: Detail; gone: boolean }) {
  const row = detail.case
  useLiveCase(detail)
  const root = useRef<HTMLDivElement>(null)
  const go = useCallback(
    (field: FormField | 'order') => root.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus(),
    [],
  )
  const notes = may(followUps.add.requires)
  const able = notes && !gone && caseFlow.can('reach')(row).ok
  const draft = useFollowUp(detail, { able, go })
  const { today } = parseContext()
  const { form, filled } = draft
  const numbers = detail.numbers.filter(({ mark }) => isUsable(mark, form.way)).map(({ number }) => number)
  useCaseKeys({ draft, able, today, numbers, go })
  useEffect(() => {
    if (may(caseWorkspace.next.requires)) void fetchAhead(row.id)
  }, [row.id])
  return (
    <div ref={root} className={styles.workspace} data-notes={notes || undefined}>
      <WorkspaceHeader detail={detail} />
      <CaseStateNotice row={row} gone={gone} />
      <div className={styles.columns}>
        <div className={styles.column} {...reachable}>
          <OwedPanel detail={detail} promises={filled.promises} />
          <ContactPanel detail={detail} number={form.number} />
          <CustomerPanel detail={detail} />
        </div>
        <TimelinePanel timeline={detail.timeline} />
        {notes && <FollowUpForm {...{ detail, draft, able, today }} />}
      </div>
    </div>
  )
}
