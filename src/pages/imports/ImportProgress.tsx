import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Import, imports } from '#contract/imports/calls.ts'
import { call } from '#src/call/call.ts'
import { download } from '#src/call/download.ts'
import { invalidate } from '#src/call/query-client.ts'
import { closeDialog } from '#src/command/dialog.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Progress } from '#src/ui/feedback/Progress.tsx'
import { DialogButtons } from '#src/ui/overlay/Dialog.tsx'

/** How often a run is asked how far it has come. */
const pollMs = 400

/** A run, for as long as it goes on, and what became of it. It goes on when nobody looks. */
export function ImportProgress({ started }: { started: Import }) {
  const { text, word } = useText()
  const { data } = useQuery({
    queryKey: ['imports', 'run', started.id],
    queryFn: ({ signal }) => call(imports.get, { id: started.id }, { signal }),
    initialData: started,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollMs : false),
  })
  const { state, step, done, lines, loaded, known, refused, failure } = data
  useEffect(() => {
    if (state === 'finished' || state === 'failed') invalidate(imports.start.touches ?? [])
  }, [state])
  return (
    <>
      <p role="status" aria-live="polite">
        {state === 'running' && step && `${word('imports.step', step)} · ${done} / ${lines}`}
        {state === 'finished' && text('imports.result', { loaded, known, refused })}
        {failure &&
          (loaded > 0
            ? text('imports.stopped', { loaded, reason: failure.msg })
            : text('imports.failed', { reason: failure.msg }))}
      </p>
      {state === 'running' && <Progress value={done} max={lines} label={text('imports.progress')} />}
      <DialogButtons>
        {refused > 0 && state !== 'running' && (
          <Button onClick={() => void download(imports.report, { id: started.id }, `${started.id}.csv`)}>
            {text('imports.report')}
          </Button>
        )}
        <Button tone="accent" onClick={closeDialog}>
          {text('imports.close')}
        </Button>
      </DialogButtons>
    </>
  )
}
