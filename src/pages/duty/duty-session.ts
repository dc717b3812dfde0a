import { proxy, ref, useSnapshot } from 'valtio'
import { onUserGone } from '#src/session/base/session.ts'
import { countChanges, type DutyDraft, emptyDraft, without } from './duty-draft.ts'

interface DraftHistory {
  readonly draft: DutyDraft
  /** Drafts before each change, the last at the end. */
  readonly past: readonly DutyDraft[]
}
const blank: DraftHistory = { draft: emptyDraft, past: [] }

/** What is not saved: kept over a look at another week or page and over a session that runs out, for whoever comes back. */
const session = proxy<{ history: DraftHistory }>({ history: ref(blank) })

const keep = (history: DraftHistory): void => {
  session.history = ref(history)
}
onUserGone(() => keep(blank))

/** The draft as it is now. */
export const currentDraft = (): DutyDraft => session.history.draft
/** The draft; renders again when it changes. */
export const useDraft = (): DutyDraft => useSnapshot(session).history.draft as DutyDraft // ref keeps it as it is

/** Goes on with another draft; the one before can be had back. */
export function changeDraft(next: DutyDraft): void {
  const { draft, past } = session.history
  keep({ draft: next, past: [...past, draft] })
}

/** Takes the last change back. Answers whether there was one. */
export function undoChange(): boolean {
  const { past } = session.history
  const draft = past.at(-1)
  if (draft) keep({ draft, past: past.slice(0, -1) })
  return draft !== undefined
}

/** Forgets what was saved, and the way back to it: it is no change any more. */
export const forgetSaved = (saved: DutyDraft): void => keep({ draft: without(currentDraft(), saved), past: [] })

/** Forgets every change, and the way back to it. */
export const forgetDraft = (): void => keep(blank)

/** Whether anything is not saved. */
export const hasChanges = (): boolean => countChanges(currentDraft()) > 0
