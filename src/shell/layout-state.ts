import { useSyncExternalStore } from 'react'
import { proxy } from 'valtio'
import { readCookie, writeCookie } from '#src/locale/cookie.ts'

const cookie = 'sidebar'
/** Narrower than this, it is a small screen. Source: specification, section 2. */
const smallMedia = '(max-width: 991.98px)'

/** Layout state: whether the menu stands beside the page, and whether it lies over it on a small screen. */
export const layoutState = proxy({ sidebar: readCookie(cookie) !== 'closed', drawer: false })

/** Shows or hides the menu beside the page, and remembers it. */
export function toggleSidebar(): void {
  layoutState.sidebar = !layoutState.sidebar
  writeCookie(cookie, layoutState.sidebar ? 'open' : 'closed')
}

/** Opens or closes the menu over the page. */
export const showDrawer = (open: boolean): void => {
  layoutState.drawer = open
}

/** Whether it is a small screen now. */
export const useIsSmall = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const query = matchMedia(smallMedia)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => matchMedia(smallMedia).matches,
  )
