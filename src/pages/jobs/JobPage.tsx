import { JobRun, job, jobs } from '#contract/jobs.ts'
import { fieldsOf } from '#contract/kernel/field.ts'
import { useText } from '#src/locale/text.ts'
import styles from '../records/Record.module.css'
import { RecordActions } from '../records/RecordActions.tsx'
import { RecordPage } from '../records/RecordPage.tsx'
import { DescriptionPanel, TablePanel } from '../records/RecordPanels.tsx'

const runFields = fieldsOf(JobRun)

/** A scheduled task and what its runs came to. */
export function JobPage() {
  const { text } = useText()
  return (
    <RecordPage
      endpoint={jobs.detail}
      record={(answer) => answer.job}
      fields={job.fields}
      beside={(task) => (
        <>
          <span>{task.name}</span>
          <RecordActions noun="jobs" listing={jobs.list.id} page="jobs" row={task} />
        </>
      )}
    >
      {(task, { runs }) => (
        <>
          <div className={styles.facts}>
            <DescriptionPanel
              title={text('jobs.detail')}
              noun="jobs"
              fields={job.fields}
              row={task}
              show={['jobClass', 'cycle', 'nextAt', 'lastAt', 'lastRun', 'success', 'fail']}
            />
          </div>
          <div className={styles.tables}>
            <TablePanel
              title={text('jobs.runs')}
              noun="jobs"
              fields={runFields}
              rows={runs}
              id={({ id }) => String(id)}
              show={['id', 'state', 'trigger', 'startedBy', 'startedAt', 'durationMs', 'done', 'refused', 'error']}
            />
          </div>
        </>
      )}
    </RecordPage>
  )
}
