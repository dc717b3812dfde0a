import type { MouseEvent } from 'react'
import { useSnapshot } from 'valtio'
import { Link, useLocation } from 'wouter'
import { useText } from '#src/locale/text.ts'
import { closeAll, closeOthers, closeTab, type Tab, tabState } from '#src/session/tabs.ts'
import { ContextMenu } from '#src/ui/overlay/Menu.tsx'
import { useMenuTitle } from '../navigation/use-menu-title.ts'
import { refreshTab } from '../shell-actions.ts'
import styles from './Tabs.module.css'
import { useWheelScroll } from './use-wheel-scroll.ts'

/** What can be done to a tab. */
function useTabActs({ key, href, pinned }: Tab) {
  const { text } = useText()
  const [, navigate] = useLocation()
  const go = (to: string | null) => to !== null && navigate(to)
  const close = () => go(closeTab(key))
  const renew = () => {
    refreshTab(key)
    navigate(href)
  }
  const items = [
    { label: text('shell.refresh'), run: renew },
    ...(pinned ? [] : [{ label: text('shell.close'), run: close }]),
    { label: text('shell.closeOthers'), run: () => go(closeOthers(key)) },
    { label: text('shell.closeAll'), run: () => go(closeAll()) },
  ]
  return { close, items }
}

const middle = 1

function TabView({ tab, front }: { tab: Tab; front: boolean }) {
  const { text } = useText()
  const title = useMenuTitle()(tab.title)
  const { close, items } = useTabActs(tab)
  const name = tab.record ? `${title} ${tab.record}` : title
  const onMiddle = (event: MouseEvent) => {
    if (event.button !== middle || tab.pinned) return
    event.preventDefault()
    close()
  }
  return (
    <ContextMenu sections={[{ items }]}>
      <li className={styles.tab} data-front={front || undefined} onAuxClick={onMiddle}>
        <Link href={tab.href} aria-current={front ? 'page' : undefined}>
          {name}
        </Link>
        {!tab.pinned && (
          <button type="button" aria-label={text('shell.closeNamed', { title: name })} onClick={close}>
            ×
          </button>
        )}
      </li>
    </ContextMenu>
  )
}

/** The visited pages, in a strip that the wheel scrolls sideways. */
export function Tabs() {
  const { text } = useText()
  const { open, front } = useSnapshot(tabState)
  const strip = useWheelScroll<HTMLUListElement>(front)
  return (
    <nav className={styles.tabs} aria-label={text('shell.openPages')}>
      <ul ref={strip}>
        {open.map((tab) => (
          <TabView key={tab.key} tab={tab} front={tab.key === front} />
        ))}
      </ul>
    </nav>
  )
}
