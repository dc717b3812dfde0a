import { useEffect, useState } from 'react'
import { type CallRow, calls } from '#contract/calls.ts'
import { call as send } from '#src/call/call.ts'
import { sendForFile } from '#src/call/send.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { RevealDialog } from '../records/RevealDialog.tsx'

/** The recording of a call: whoever says why listens to it here. It is kept nowhere, and gone with the page. */
export function RecordingPanel({ call: { id, recorded } }: { call: CallRow }) {
  const { text } = useText()
  const [asking, setAsking] = useState(false)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => (url === null ? undefined : () => URL.revokeObjectURL(url)), [url])

  async function listen(reason: string): Promise<void> {
    await send(calls.reveal, { id, reason })
    const { blob } = await sendForFile(calls.recording.at.replace('{id}', encodeURIComponent(id)), {})
    setUrl(URL.createObjectURL(blob))
    setAsking(false)
  }

  return (
    <Panel title={text('calls.recording')}>
      {!recorded && <p>{text('calls.noRecording')}</p>}
      {recorded && url === null && <Button onClick={() => setAsking(true)}>{text('calls.reveal')}</Button>}
      {url !== null && (
        <audio src={url} controls autoPlay aria-label={text('calls.recording')}>
          <track kind="captions" />
        </audio>
      )}
      {asking && <RevealDialog title={text('calls.reveal')} onReveal={listen} onClose={() => setAsking(false)} />}
    </Panel>
  )
}
