import type { PageId } from '../menu.ts'

/** Permissions of a role on a page, beside seeing it. The numbers are the button codes of the menu data. */
export const buttons = {
  add: 1,
  edit: 2,
  remove: 4,
  export: 8,
  approve: 16,
  batch: 32,
  reveal: 64,
  assign: 128,
  request: 256,
} as const
export type Button = keyof typeof buttons

/** A permission: a page, or a page and one of its buttons: `failedPayouts`, `failedPayouts.request`. */
export type Right = PageId | `${PageId}.${Button}`
/**
 * Who may call: holders of a right, or of any one of several; `anyone` of the staff; those `enrolling`, who have yet to
 * set up two-factor; whoever holds a `session`, even one who has yet to choose a password; everybody.
 */
export type Requirement = Right | readonly Right[] | 'anyone' | 'enrolling' | 'session' | 'public'

const withoutRight = ['anyone', 'enrolling', 'session', 'public'] as const
/** Whether no right is needed. */
export const needsNoRight = (may: Requirement): may is (typeof withoutRight)[number] =>
  (withoutRight as readonly unknown[]).includes(may)
