import { type MouseEvent, useMemo, useRef, useState } from 'react'

/** What can lie over a list. */
export type PopoverName = 'form' | 'columns' | 'export' | 'view' | 'more'

interface OpenPopover {
  readonly what: PopoverName
  readonly anchor: Element
  /** Where the focus goes when it closes, if not to the rows. */
  readonly back: HTMLElement | null
}

/** What lies over a list, and how it comes and goes. */
export interface PopoverState {
  readonly opened: OpenPopover | null
  /** Opens it under its button, or where that is not there under any other. From the rows it leads back to the rows. */
  open(what: PopoverName): void
  close(): void
  /** What its button needs. */
  readonly button: (what: PopoverName) => {
    readonly ref: (button: HTMLButtonElement | null) => void
    readonly onClick: (event: MouseEvent<HTMLButtonElement>) => void
    readonly 'aria-haspopup': 'dialog'
    readonly 'aria-expanded': boolean
  }
}

/** Keeps what lies over a list. `toRows` puts the focus among the rows. */
export function usePopover(toRows: () => void): PopoverState {
  const [opened, setOpened] = useState<OpenPopover | null>(null)
  const buttons = useRef(new Map<PopoverName, HTMLButtonElement>())
  const leave = useRef(toRows)
  leave.current = toRows
  return useMemo(() => {
    const open = (what: PopoverName) => {
      const anchor = buttons.current.get(what) ?? [...buttons.current.values()][0]
      if (anchor) setOpened({ what, anchor, back: null })
    }
    const close = () => {
      setOpened(null)
      if (opened?.back) opened.back.focus()
      else leave.current()
    }
    const button: PopoverState['button'] = (what) => ({
      ref(element) {
        if (element) buttons.current.set(what, element)
        else buttons.current.delete(what)
      },
      onClick({ currentTarget, detail }) {
        if (opened?.what === what) return close()
        // pressed by a key it takes the focus back; by the pointer the rows do, where the keys are
        setOpened({ what, anchor: currentTarget, back: detail === 0 ? currentTarget : null })
      },
      'aria-haspopup': 'dialog',
      'aria-expanded': opened?.what === what,
    })
    return { opened, open, close, button }
  }, [opened])
}
