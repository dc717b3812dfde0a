import { wordsOf } from '#src/call/announce.ts'
import { PartMissing } from '#src/call/part.ts'
import { CallFailed } from '#src/call/send.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

/** What went wrong, the number support knows it by, and how to go on. */
export function Trouble({ error, retry }: { error: Error; retry(): void }) {
  const { text } = useText()
  const missing = error instanceof PartMissing
  const requestId = error instanceof CallFailed && error.requestId
  if (error instanceof CallFailed && error.fault === 'not_found')
    return (
      <Notice page tone="warn" title={text('faults.not_found')}>
        <p>{text('overview.notThere')}</p>
      </Notice>
    )
  return (
    <Notice tone="bad" title={text(missing ? 'session.partMissing' : 'session.broken')}>
      {!missing && <p>{wordsOf(error)}</p>}
      {requestId && <p>{text('session.requestId', { requestId })}</p>}
      <Button onClick={missing ? () => location.reload() : retry}>
        {text(missing ? 'session.reload' : 'session.tryAgain')}
      </Button>
    </Notice>
  )
}
