import { Popover as Parts } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { KeyTrap } from '#src/ui/KeyTrap.tsx'
import overlay from './overlay.module.css'

interface Props {
  /** What it is for, read out when it opens. */
  readonly label: string
  /** Where it opens: the button or the header it is about. */
  readonly anchor: Element
  readonly align?: 'start' | 'end'
  readonly className?: string | undefined
  /** It closes; whoever opened it says where the focus goes. */
  onClose(): void
  readonly children: ReactNode
}

/** Popover under an element that stands already: over the page until Escape or a click beside it. */
export function AnchoredPopover({ label, anchor, align = 'end', className, onClose, children }: Props) {
  return (
    <Parts.Root open onOpenChange={(open) => !open && onClose()}>
      <Parts.Anchor virtualRef={{ current: anchor }} />
      <Parts.Portal>
        <Parts.Content
          className={classNames(overlay.sheet, className)}
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => event.preventDefault()}
          // the button it hangs from closes it by itself
          onInteractOutside={(event) => anchor.contains(event.target as Node) && event.preventDefault()}
        >
          <KeyTrap />
          {children}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  )
}
