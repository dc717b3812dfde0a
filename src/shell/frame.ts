import { useSyncExternalStore } from 'react'
import { proxy } from 'valtio'
import { readCookie, writeCookie } from '#src/locale/cookie.ts'

const cookie = 'sidebar'
/** Narrower than this, it is a small screen. Source: specification, section 2. */
const small = '(max-width: 991.98px)'

/** Whether the menu stands beside the page, and whether it lies over it on a small screen. */
export const frame = proxy({ sidebar: readCookie(cookie) !== 'closed', drawer: false })

/** Shows or hides the menu beside the page, and remembers it. */
export function toggleSidebar(): void {
  frame.sidebar = !frame.sidebar
  writeCookie(cookie, frame.sidebar ? 'open' : 'closed')
}

/** Opens or closes the menu over the page. */
export const showDrawer = (open: boolean): void => {
  frame.drawer = open
}

/** Whether it is a small screen now. */
export const useSmall = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(small)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(small).matches,
  )
