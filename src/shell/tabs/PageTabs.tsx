import { Link } from 'wouter'
import { type PageId, pages, tabs } from '#contract/menu.ts'
import type { MessageId } from '#locales/index.ts'
import { useText } from '#src/locale/text.ts'
import { may, useSession } from '#src/session/base/session.ts'
import styles from './PageTabs.module.css'
import { useWheelScroll } from './use-wheel-scroll.ts'

interface Props {
  readonly page: PageId
  /** What each page shows, by its name. */
  readonly titles: Readonly<Partial<Record<PageId, MessageId>>>
}

/** Pages that are one page in the menu, as tabs of it: those that somebody may see, where there are several. */
export function PageTabs({ page, titles }: Props) {
  const { say } = useText()
  useSession()
  const strip = useWheelScroll<HTMLElement>(page)
  const shown = tabs.find((group) => group.includes(page))?.filter((one) => may(one)) ?? []
  if (shown.length < 2) return null
  return (
    <nav ref={strip} className={styles.tabs} aria-label={say(`menu.${shown[0]!}`)}>
      {shown.map((one) => (
        <Link key={one} href={pages[one]} aria-current={one === page ? 'page' : undefined}>
          {say(titles[one] ?? `menu.${one}`)}
        </Link>
      ))}
    </nav>
  )
}
