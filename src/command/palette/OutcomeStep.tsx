import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { batches, type RefusedGroup } from '#contract/batches.ts'
import { call } from '#src/call/call.ts'
import { download } from '#src/call/download.ts'
import { retryRefused } from '#src/command/run/executor.ts'
import { closeAfterRun, type PaletteStep } from '#src/command/run/palette-state.ts'
import { pollMs } from '#src/command/run/poll-batch.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { say, useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Progress } from '#src/ui/feedback/Progress.tsx'
import hidden from '#src/ui/hidden.module.css'
import { Refusals } from './Refusals.tsx'
import styles from './ReviewStep.module.css'

type Outcome = Extract<PaletteStep, { at: 'outcome' }>

/** A run as it is now, for as long as it goes on. */
function useBatchProgress({ batch }: Outcome) {
  const { data } = useQuery({
    queryKey: ['batches', 'run', batch.id],
    queryFn: ({ signal }) => call(batches.get, { id: batch.id }, { signal }),
    initialData: batch,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollMs : false),
  })
  const { data: failures } = useQuery({
    queryKey: ['batches', 'failures', data.id, data.fail],
    queryFn: ({ signal }) => call(batches.failures, { id: data.id }, { signal }),
    enabled: data.state !== 'running' && data.fail > 0,
  })
  return { run: data, refused: failures?.refused ?? [] }
}

/** The outcome in one sentence, for those who hear it: how many rows are done, and why not the others. Nothing while it goes on. */
function outcomeSummary({ state, success, fail, count }: Outcome['batch'], refused: readonly RefusedGroup[]): string {
  if (state === 'running' || (fail > 0 && refused.length === 0)) return ''
  const reasons = refused.map((group) => say('command.said.refused', { count: group.count, reason: group.msg }))
  return [say('command.said.outcome', { done: success, count }), ...reasons].join('. ')
}

/** What became of a command over many rows: how far it is, what was refused and why, and what can be done about that. */
export function OutcomeStep({ step }: { step: Outcome }) {
  const { say } = useText()
  const { run, refused } = useBatchProgress(step)
  const going = run.state === 'running'
  const ended = run.success === 0 ? 'call.failed' : 'command.ran'
  const closing = useRef<HTMLButtonElement>(null)
  useEffect(() => closing.current?.focus(), [])
  useKeys('palette', [{ id: 'palette.escape', keys: 'escape', run: closeAfterRun }])
  return (
    <div className={styles.review}>
      <Progress value={run.success + run.fail} max={run.count} label={say(going ? 'command.runs' : ended)} />
      <dl className={styles.counts}>
        <div data-tone="good">
          <dt>{say('command.done')}</dt>
          <dd>{run.success}</dd>
          <dd />
        </div>
        <Refusals draft={step.draft} groups={refused} />
      </dl>
      <p className={hidden.hidden} aria-live="polite" aria-atomic="true">
        {outcomeSummary(run, refused)}
      </p>
      <div className={styles.buttons}>
        {!going && run.fail > 0 && (
          <>
            <Button onClick={() => void download(batches.export, { id: run.id }, `${run.id}.csv`)}>
              {say('command.downloadResult')}
            </Button>
            <Button onClick={() => void retryRefused(step.draft, run)}>{say('command.retry')}</Button>
          </>
        )}
        <Button ref={closing} tone="accent" onClick={closeAfterRun}>
          {say(going ? 'command.goOn' : 'command.close')}
        </Button>
      </div>
    </div>
  )
}
