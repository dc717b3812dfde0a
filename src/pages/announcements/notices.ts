import { proxy, useSnapshot } from 'valtio'
import { announcements, type Notice } from '#contract/announcements.ts'
import { call } from '#src/call/call.ts'
import { invalidate, useCall } from '#src/call/query-client.ts'
import { onSignOut } from '#src/session/base/session.ts'

/** How often is asked whether there is something new. */
const everyMs = 60_000

/** Which notice is open, and which were closed here: what the server answered before does not open them again. */
const state = proxy<{ open: string | null; closed: string[] }>({ open: null, closed: [] })
onSignOut(() => Object.assign(state, { open: null, closed: [] }))

/** What the reader is told now, the newest first. */
export const useNotices = () => useCall(announcements.shown, {}, { everyMs })

/** What has still to pop up, the oldest first. */
export function useDueNotices(): readonly Notice[] {
  const { data } = useNotices()
  const { closed } = useSnapshot(state)
  return (data?.notices ?? []).filter(({ id, due }) => due && !closed.includes(id)).toReversed()
}

/** The notice that is open. */
export function useOpenNotice(): Notice | null {
  const { data } = useNotices()
  const { open } = useSnapshot(state)
  return data?.notices.find(({ id }) => id === open) ?? null
}

/** Opens a notice, be it one that was seen before. */
export const openNotice = (id: string): void => {
  state.open = id
}

/** Closes a notice and goes on to `next`; that it was seen is noted. Where that fails it pops up another time. */
export function closeNotice({ id, due }: Notice, next: Notice | undefined): void {
  state.open = next?.id ?? null
  if (!due || state.closed.includes(id)) return
  state.closed.push(id)
  void call(announcements.close, { id }, { outlives: true })
    .then(() => invalidate(['announcements']))
    .catch(() => {}) // nobody waits for it
}
