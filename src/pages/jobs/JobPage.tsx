import { type CycleMeaning, JobFinding, JobRun, job, jobs } from '#contract/jobs.ts'
import { fieldsOf } from '#contract/kernel/field.ts'
import { useCountry } from '#src/locale/country.ts'
import { formatInstant } from '#src/locale/format.ts'
import { useText } from '#src/locale/text.ts'
import { Panel } from '#src/ui/Panel.tsx'
import styles from '../records/Record.module.css'
import { RecordActions } from '../records/RecordActions.tsx'
import { RecordPage } from '../records/RecordPage.tsx'
import { DescriptionPanel, TablePanel } from '../records/RecordPanels.tsx'

const runFields = fieldsOf(JobRun)
const findingFields = fieldsOf(JobFinding)

/** What the cycle of a task means: in words, with its next turns. */
function CyclePanel({ words, notes, next }: CycleMeaning) {
  const { text } = useText()
  const country = useCountry()
  return (
    <Panel title={text('jobs.cycle')}>
      <p>{words}</p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <ol aria-label={text('jobs.nextTurns')}>
        {next.map((at) => (
          <li key={at}>{formatInstant(at, country)}</li>
        ))}
      </ol>
    </Panel>
  )
}

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
      {(task, { meaning, runs, findings }) => (
        <>
          <div className={styles.facts}>
            <DescriptionPanel
              title={text('jobs.detail')}
              noun="jobs"
              fields={job.fields}
              row={task}
              show={['jobClass', 'cycle', 'days', 'nextAt', 'lastAt', 'lastRun', 'success', 'fail']}
            />
            {meaning && <CyclePanel {...meaning} />}
          </div>
          <div className={styles.tables}>
            {findings.length > 0 && (
              <TablePanel
                title={text('jobs.findings')}
                noun="jobs"
                fields={findingFields}
                rows={findings}
                id={({ loanId, planId, field }) => [loanId, planId, field].join(' ')}
                show={['loanId', 'planId', 'field', 'expected', 'found']}
              />
            )}
            <TablePanel
              title={text('jobs.runs')}
              noun="jobs"
              fields={runFields}
              rows={runs}
              id={({ id }) => String(id)}
              show={['id', 'state', 'trigger', 'startedBy', 'startedAt', 'durationMs', 'done', 'refused', 'log']}
            />
          </div>
        </>
      )}
    </RecordPage>
  )
}
