import { useEffect } from 'react'
import { queryClient } from '#src/call/query-client.ts'
import { onRowsChanged } from '#src/grid/model/live-stream.ts'
import { text } from '#src/locale/text.ts'
import { refreshRights } from '#src/session/current-user.ts'
import { toast } from '#src/ui/feedback/toast.ts'

/** Takes in what whoever is signed in may now. What was read with other rights is read again. */
async function follow(): Promise<void> {
  if (!(await refreshRights())) return
  toast('info', text('shell.rightsChanged'))
  await queryClient.invalidateQueries()
}

/** Live menu: it follows what the administrator makes of it, and nobody is told of that. */
export function useLiveMenu(): void {
  useEffect(() => onRowsChanged('menu', (_, sure) => void (sure && refreshRights().catch(() => false))), [])
}

/** Live session: one that somebody has ended is over in its window at once, by the next call that is refused. */
export function useLiveSession(): void {
  useEffect(() => onRowsChanged('session', (_, sure) => void (sure && refreshRights().catch(() => false))), [])
}

/** Live rights: menu, palette and open pages follow when the roles of whoever is signed in change. */
export function useLiveRights(): void {
  useEffect(() => {
    let isFirst = true
    return onRowsChanged('rights', (_, sure) => {
      // the first connection has missed nothing: the session was read a moment before
      if (sure || !isFirst) void follow().catch(() => {}) // the next change, or the next call, tells
      isFirst = false
    })
  }, [])
}
