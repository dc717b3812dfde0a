import { type JobRun, job, jobs, JobRun as Run } from '#contract/jobs.ts'
import { fieldsOf } from '#contract/kernel/field.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { useCall } from '#src/call/queries.ts'
import { useText } from '#src/locale/text.ts'
import styles from '#src/pages/records/Record.module.css'
import { RowActs } from '#src/pages/records/RowActs.tsx'
import { useRecordId } from '#src/pages/records/useRecordId.ts'
import { Answered } from '#src/ui/Answered.tsx'
import { RowFacts } from '#src/ui/Facts.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Page, PageHead, Title } from '#src/ui/Page.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { RowTable } from '#src/ui/RowTable.tsx'
import { Value } from '#src/ui/Value.tsx'

const fields = fieldsOf(Run)
const state = job.fields.find(({ name }) => name === 'state')!

function Runs({ runs }: { runs: readonly JobRun[] }) {
  const { text } = useText()
  return (
    <Panel title={text('jobs.runs')}>
      <RowTable
        name={text('jobs.runs')}
        noun="jobs"
        fields={fields}
        rows={runs}
        id={({ id }) => String(id)}
        show={['id', 'state', 'trigger', 'startedBy', 'startedAt', 'durationMs', 'done', 'refused', 'error']}
      />
    </Panel>
  )
}

function JobOf({ id }: { id: IdOf<'job'> }) {
  const { text } = useText()
  const detail = useCall(jobs.detail, { id }, { quiet: true })
  return (
    <Answered query={detail}>
      {({ job: task, runs }) => (
        <Page>
          <PageHead>
            <Title id={task.id} />
            <Value of={state} value={task.state} />
            <span>{task.name}</span>
            <RowActs noun="jobs" listing={jobs.list.id} page="jobs" row={task} />
          </PageHead>
          <div className={styles.facts}>
            <Panel title={text('jobs.detail')}>
              <RowFacts
                noun="jobs"
                fields={job.fields}
                row={task}
                show={['jobClass', 'cycle', 'nextAt', 'lastAt', 'lastRun', 'success', 'fail']}
              />
            </Panel>
          </div>
          <div className={styles.tables}>
            <Runs runs={runs} />
          </div>
        </Page>
      )}
    </Answered>
  )
}

/** A scheduled task and what its runs came to. */
export function JobPage() {
  const { text } = useText()
  const id = useRecordId()
  // whether it is a task's, the server knows
  return id ? <JobOf id={id as IdOf<'job'>} /> : <Notice page tone="warn" title={text('overview.noRecord')} />
}
