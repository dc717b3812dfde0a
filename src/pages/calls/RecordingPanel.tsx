import { type ReactNode, useEffect, useState } from 'react'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { sendForFile } from '#src/call/send.ts'
import { showError } from '#src/call/show-error.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { RevealDialog } from '../records/RevealDialog.tsx'

interface Props {
  readonly id: string
  readonly recorded: boolean
  /** What answers the recording of an id, once it was revealed. */
  readonly recording: Endpoint & { readonly file: true }
  /** Whether there is anything else to be revealed. */
  readonly hasMore?: boolean
  /** Has it revealed, for this reason. */
  readonly reveal: (reason: string) => Promise<unknown>
  /** Why it is listened to, where that is known: nobody is asked. */
  readonly reason?: string
  /** What is shown beside the recording, once it was revealed. */
  readonly children?: ReactNode
}

/** The recording of a call: whoever says why listens to it here. It is kept nowhere, and gone with the page. */
export function RecordingPanel({ id, recorded, recording, hasMore = false, reveal, reason, children }: Props) {
  const { text } = useText()
  const [asking, setAsking] = useState(false)
  const [revealed, setRevealed] = useState(false)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => (url === null ? undefined : () => URL.revokeObjectURL(url)), [url])

  async function listen(because: string): Promise<void> {
    await reveal(because)
    if (recorded) {
      const { blob } = await sendForFile(recording.at.replace('{id}', encodeURIComponent(id)), {})
      setUrl(URL.createObjectURL(blob))
    }
    setRevealed(true)
    setAsking(false)
  }

  const isThere = recorded || hasMore
  const begin = () => (reason === undefined ? setAsking(true) : void listen(reason).catch(showError))
  useKeys('record', [{ id: 'calls.key.listen', keys: 'p', run: begin }], isThere && !revealed)
  return (
    <Panel title={text('calls.recording')}>
      {!isThere && <p>{text('calls.noRecording')}</p>}
      {isThere && !revealed && <Button onClick={begin}>{text('calls.reveal')}</Button>}
      {url !== null && (
        <audio src={url} controls autoPlay aria-label={text('calls.recording')}>
          <track kind="captions" />
        </audio>
      )}
      {revealed && children}
      {asking && <RevealDialog title={text('calls.reveal')} onReveal={listen} onClose={() => setAsking(false)} />}
    </Panel>
  )
}
