import { Dialog as Parts } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { KeyTrap } from '#src/ui/KeyTrap.tsx'
import { useDialogReturnFocus } from '#src/ui/use-return-focus.ts'
import styles from './Dialog.module.css'
import overlay from './overlay.module.css'

interface Props {
  readonly title: string
  /** Why it stands here, in a sentence. */
  readonly description?: string
  readonly children: ReactNode
  /** For what is read rather than answered. */
  readonly wide?: boolean
  /** Closes it; without, it stays until what it asks is done. */
  readonly onClose?: (() => void) | undefined
}

/** Asks for something before anything else goes on. Stands open; whoever renders it decides when. */
export function Dialog({ title, description, children, wide = false, onClose }: Props) {
  const giveBackFocus = useDialogReturnFocus()
  return (
    <Parts.Root open onOpenChange={(open) => !open && onClose?.()}>
      <Parts.Portal>
        <Parts.Overlay className={overlay.veil} />
        <Parts.Content
          className={classNames(overlay.sheet, styles.dialog, wide && styles.wide)}
          onCloseAutoFocus={giveBackFocus}
          {...(!description && { 'aria-describedby': undefined })}
        >
          <KeyTrap />
          <Parts.Title className={styles.title}>{title}</Parts.Title>
          {description && <Parts.Description className={styles.description}>{description}</Parts.Description>}
          {children}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  )
}

/** The buttons of a dialog, in a row at its end. */
export const DialogButtons = ({ children }: { children: ReactNode }) => <div className={styles.buttons}>{children}</div>
