import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { batches } from '#contract/batches.ts'
import { call } from '#src/call/call.ts'
import { download } from '#src/call/download.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import { retryRefused } from './executor.ts'
import { useKeys } from './keyboard.ts'
import { over, type Step } from './palette.ts'
import { Refusals } from './Refusals.tsx'
import styles from './Reviewing.module.css'
import { everyMs } from './running.ts'

type Outcome = Extract<Step, { at: 'outcome' }>

/** A run as it is now, for as long as it goes on. */
function useRun({ batch }: Outcome) {
  const { data } = useQuery({
    queryKey: ['batches', 'run', batch.id],
    queryFn: ({ signal }) => call(batches.get, { id: batch.id }, { signal }),
    initialData: batch,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? everyMs : false),
  })
  const { data: failures } = useQuery({
    queryKey: ['batches', 'failures', data.id, data.fail],
    queryFn: ({ signal }) => call(batches.failures, { id: data.id }, { signal }),
    enabled: data.state !== 'running' && data.fail > 0,
  })
  return { run: data, refused: failures?.refused ?? [] }
}

/** What became of a command over many rows: how far it is, what was refused and why, and what can be done about that. */
export function Telling({ step }: { step: Outcome }) {
  const { say } = useText()
  const { run, refused } = useRun(step)
  const going = run.state === 'running'
  const ended = run.success === 0 ? 'call.failed' : 'command.ran'
  const closing = useRef<HTMLButtonElement>(null)
  useEffect(() => closing.current?.focus(), [])
  useKeys('palette', [{ id: 'palette.escape', keys: 'escape', run: over }])
  return (
    <div className={styles.review}>
      <Progress value={run.success + run.fail} max={run.count} label={say(going ? 'command.runs' : ended)} />
      <dl className={styles.counts} aria-live="polite">
        <div data-tone="good">
          <dt>{say('command.done')}</dt>
          <dd>{run.success}</dd>
          <dd />
        </div>
        <Refusals draft={step.draft} groups={refused} />
      </dl>
      <div className={styles.buttons}>
        {!going && run.fail > 0 && (
          <>
            <Button onClick={() => void download(batches.export, { id: run.id }, `${run.id}.csv`)}>
              {say('command.downloadResult')}
            </Button>
            <Button onClick={() => void retryRefused(step.draft, run)}>{say('command.retry')}</Button>
          </>
        )}
        <Button ref={closing} tone="accent" onClick={over}>
          {say(going ? 'command.goOn' : 'command.close')}
        </Button>
      </div>
    </div>
  )
}
