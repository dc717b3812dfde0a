import { Popover as Parts } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { KeyTrap } from '#src/ui/KeyTrap.tsx'
import { useReturnFocus } from '#src/ui/use-return-focus.ts'
import overlay from './overlay.module.css'
import styles from './Popover.module.css'

interface Props {
  /** What it is for, read out when it opens. */
  readonly label: string
  /** What opens it: a button. */
  readonly trigger: ReactNode
  readonly children: ReactNode
}

/** A few choices under a button, where a menu would not do. */
export function Popover({ label, trigger, children }: Props) {
  const { onOpenChange, onCloseAutoFocus } = useReturnFocus()
  return (
    <Parts.Root onOpenChange={onOpenChange}>
      <Parts.Trigger asChild>{trigger}</Parts.Trigger>
      <Parts.Portal>
        <Parts.Content
          className={classNames(overlay.sheet, styles.popover)}
          aria-label={label}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={onCloseAutoFocus}
        >
          <KeyTrap />
          {children}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  )
}
