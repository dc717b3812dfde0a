import type { PageId } from '#contract/menu.ts'

/** What a page that is no list does for commands. */
export type PageAction =
  | ('save' | 'discard' | 'copyLastWeek' | 'nextWeek' | 'previousWeek' | 'thisWeek')
  | ('saveCsv' | 'savePdf' | 'wall' | 'explain' | 'filter')
export type PageActions = Readonly<Partial<Record<PageAction, () => void>>>

let front: { readonly page: PageId; readonly actions: PageActions } | null = null
/** What is to be done once the page is there. */
let pending: { readonly page: PageId; readonly action: PageAction } | null = null

/** A page comes to the front and says what it does; what was asked for before it came is done. Answers how it leaves. */
export function offerPageActions(page: PageId, actions: PageActions): () => void {
  const own = { page, actions }
  front = own
  if (pending?.page === page) actions[pending.action]?.()
  pending = null
  return () => {
    if (front === own) front = null
  }
}

/** Has the page in front do something. Answers whether it did: else it will, once it has come. */
export function runPageAction(page: PageId, action: PageAction): boolean {
  if (front?.page === page) {
    front.actions[action]?.()
    return true
  }
  pending = { page, action }
  return false
}
