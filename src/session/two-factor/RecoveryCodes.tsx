import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { DialogButtons } from '#src/ui/overlay/Dialog.tsx'
import styles from './TwoFactor.module.css'

interface Props {
  readonly codes: readonly string[]
  /** The person says that they have kept them. */
  onKept(): void
}

const fileName = 'lendline-recovery-codes.txt'

function saveAsFile(text: string): void {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click()
  URL.revokeObjectURL(url)
}

/** Recovery codes, shown this once, to be copied or saved. */
export function RecoveryCodes({ codes, onKept }: Props) {
  const { text } = useText()
  const lines = codes.join('\n')
  const copy = async () => {
    await navigator.clipboard.writeText(lines)
    toast('good', text('session.codes.copied'))
  }
  return (
    <>
      <ol className={styles.codes} aria-label={text('session.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <DialogButtons>
        <Button onClick={() => void copy()}>{text('session.codes.copy')}</Button>
        <Button onClick={() => saveAsFile(lines)}>{text('session.codes.save')}</Button>
        <Button tone="accent" onClick={onKept}>
          {text('session.codes.kept')}
        </Button>
      </DialogButtons>
    </>
  )
}
