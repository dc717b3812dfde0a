import { useCallback, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { caseWorkspace } from '#contract/case-workspace.ts'
import { collectionCase } from '#contract/cases.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { pages } from '#contract/menu.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { CallFailed } from '#src/call/send.ts'
import { showError } from '#src/call/show-error.ts'
import { onRowsChanged } from '#src/grid/model/live-stream.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { Notice } from '#src/ui/feedback/Notice.tsx'
import { Progress } from '#src/ui/feedback/Progress.tsx'
import { NoRecordNotice } from '../records/RecordPage.tsx'
import { replaceTab } from '../records/replace-tab.ts'
import { useRecordId } from '../records/use-record-id.ts'
import { CaseWorkspace } from './CaseWorkspace.tsx'
import { takeNext } from './case-session.ts'
import { WorkOrder } from './WorkOrder.tsx'

/** Nothing is to be worked: what is given to somebody opens as soon as it is. */
function NothingToWork({ again }: { again: () => void }) {
  const { text } = useText()
  useEffect(() => onRowsChanged('cases', again), [again])
  return (
    <Notice page tone="good" title={text('caseWorkspace.empty')}>
      <p>{text('caseWorkspace.emptyHint')}</p>
      <WorkOrder onChosen={again} />
      <Link href={pages.openCases}>{text('menu.openCases')}</Link>
    </Notice>
  )
}

/** Finds the next case, and goes there; where none is to be worked, it asks `again` once one may be. */
function NextCase({ again }: { again: () => void }) {
  const { text } = useText()
  const [empty, setEmpty] = useState(false)
  useEffect(() => {
    let gone = false
    takeNext()
      .then((next) => {
        if (gone) return
        if (next) replaceTab(recordPath(collectionCase, next.id))
        setEmpty(!next)
      })
      .catch(showError)
    return () => {
      gone = true
    }
  }, [])
  return empty ? <NothingToWork again={again} /> : <Progress label={text('cases.openNext')} />
}

function KnownCase({ id }: { id: IdOf<'case'> }) {
  const query = useCall(caseWorkspace.detail, { id })
  return (
    <QueryResult query={query}>
      {(detail) => (
        <CaseWorkspace
          key={id}
          detail={detail}
          gone={query.error instanceof CallFailed && query.error.fault === 'not_found'}
        />
      )}
    </QueryResult>
  )
}

/** The workspace of a case: the one that the address names, or else the next of one's own. */
export function CasePage() {
  const id = useRecordId()
  const [asked, setAsked] = useState(0)
  const again = useCallback(() => setAsked((times) => times + 1), [])
  // whether it is a case's, the server knows
  if (id) return <KnownCase id={id as IdOf<'case'>} />
  if (!may(caseWorkspace.next.requires)) return <NoRecordNotice />
  return <NextCase key={asked} again={again} />
}
