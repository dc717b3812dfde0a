import { useEffect, useState } from 'react'
import type { IdOf } from '#contract/kernel/values.ts'
import { proofs } from '#contract/proofs.ts'
import { sendForFile } from '#src/call/send.ts'
import { showError } from '#src/call/show-error.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './Proofs.module.css'

/** Fetches a picture, which needs the session; the browser keeps it while it is shown. */
function useProofImage(id: IdOf<'proofImage'>): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    let made: string | null = null
    sendForFile(proofs.image.at.replace('{id}', encodeURIComponent(id)), { signal: controller.signal })
      .then(({ blob }) => {
        made = URL.createObjectURL(blob)
        setUrl(made)
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted) showError(error)
      })
    return () => {
      controller.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [id])
  return url
}

const [smallest, largest, step, quarter] = [50, 300, 50, 90]

/** One picture of a proof, to be turned and looked at closely. */
export function ProofImage({ id, number }: { id: IdOf<'proofImage'>; number: number }) {
  const { text } = useText()
  const url = useProofImage(id)
  const [turned, setTurned] = useState(0)
  const [percent, setPercent] = useState(100)
  const name = text('proofs.image', { number })
  const size = (by: number) => setPercent((now) => Math.min(largest, Math.max(smallest, now + by)))
  return (
    <figure className={styles.picture}>
      <figcaption className={styles.tools}>
        <span>{name}</span>
        <Button onClick={() => setTurned((now) => now + quarter)}>{text('proofs.rotate')}</Button>
        <Button disabled={percent >= largest} onClick={() => size(step)}>
          {text('proofs.zoomIn')}
        </Button>
        <Button disabled={percent <= smallest} onClick={() => size(-step)}>
          {text('proofs.zoomOut')}
        </Button>
      </figcaption>
      <div className={styles.frame}>
        {url && <img src={url} alt={name} style={{ rotate: `${turned}deg`, inlineSize: `${percent}%` }} />}
      </div>
    </figure>
  )
}
