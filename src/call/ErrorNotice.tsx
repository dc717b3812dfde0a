import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { HomeLink } from '#src/ui/feedback/HomeLink.tsx'
import { Notice } from '#src/ui/feedback/Notice.tsx'
import { ChunkLoadError } from './lazy-part.ts'
import { CallFailed } from './send.ts'
import { errorMessage } from './show-error.ts'

/** Says that there is no record of that id. */
export function RecordNotFound() {
  const { text } = useText()
  return (
    <Notice page tone="warn" title={text('faults.not_found')}>
      <p>{text('overview.notThere')}</p>
      <HomeLink />
    </Notice>
  )
}

/** Error notice: what went wrong, the number support knows it by, and how to go on. */
export function ErrorNotice({ error, retry }: { error: Error; retry(): void }) {
  const { text } = useText()
  const missing = error instanceof ChunkLoadError
  const requestId = error instanceof CallFailed && error.requestId
  if (error instanceof CallFailed && error.fault === 'not_found') return <RecordNotFound />
  return (
    <Notice tone="bad" title={text(missing ? 'session.partMissing' : 'session.broken')}>
      {!missing && <p>{errorMessage(error)}</p>}
      {requestId && <p>{text('session.requestId', { requestId })}</p>}
      <Button onClick={missing ? () => location.reload() : retry}>
        {text(missing ? 'session.reload' : 'session.tryAgain')}
      </Button>
    </Notice>
  )
}
