import { type ReactNode, useState } from 'react'
import { useText } from '#src/locale/text.ts'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'

interface Props {
  /** What it does, and to what: its accessible name. */
  readonly label: string
  /** What stands on it where there is no room for words, until it asks. */
  readonly icon?: ReactNode
  readonly tone?: 'plain' | 'quiet'
  readonly busy?: boolean
  readonly children: ReactNode
  onConfirm(): void
}

/** Confirmation in place: a button that deletes something and asks first, with the focus on calling it off. */
export function ConfirmButton({ label, icon, tone = 'quiet', busy = false, children, onConfirm }: Props) {
  const { say } = useText()
  const [asking, setAsking] = useState(false)
  const ask = () => setAsking(true)
  if (!asking && icon) {
    return (
      <IconButton label={label} onClick={ask}>
        {icon}
      </IconButton>
    )
  }
  if (!asking) {
    return (
      <Button tone={tone} busy={busy} aria-label={label} onClick={ask}>
        {children}
      </Button>
    )
  }
  const confirm = () => {
    setAsking(false)
    onConfirm()
  }
  return (
    <>
      <Button autoFocus onClick={() => setAsking(false)}>
        {say('command.cancel')}
      </Button>
      <Button tone="bad" aria-label={label} onClick={confirm}>
        {children}
      </Button>
    </>
  )
}
