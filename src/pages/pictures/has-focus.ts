import type { RefObject } from 'react'

/** Whether the focus is in an element. */
export const hasFocus = ({ current }: RefObject<HTMLElement | null>): boolean =>
  current?.contains(document.activeElement) ?? false
