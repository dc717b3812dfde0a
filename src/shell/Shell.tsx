import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { Redirect, useLocation, useSearch } from 'wouter'
import { pages } from '#contract/menu.ts'
import { CommandKeys } from '#src/command/CommandKeys.tsx'
import { useText } from '#src/locale/text.ts'
import { IdleWarning } from '#src/session/IdleWarning.tsx'
import { safePath } from '#src/session/safe-path.ts'
import { may, useSession } from '#src/session/session.ts'
import hidden from '#src/ui/hidden.module.css'
import { refreshTab } from './acts.ts'
import { Dialogs } from './Dialogs.tsx'
import './drafts.ts'
import { type Components, Front } from './Front.tsx'
import { frame, showDrawer, useSmall } from './frame.ts'
import { Lost } from './Lost.tsx'
import { type Crumb, type FixedPage, type Menu, type Page, pinnedIn, placeAt } from './places.ts'
import { Rail } from './Rail.tsx'
import styles from './Shell.module.css'
import { Sidebar } from './Sidebar.tsx'
import { BottomBar, Drawer, TitleBar } from './Small.tsx'
import { StatusLine } from './StatusLine.tsx'
import { useSettings } from './settings.ts'
import { Tabs } from './Tabs.tsx'
import { Logo, TopBar } from './TopBar.tsx'
import { pin, tabs, visit } from './tabs.ts'
import { useTitle } from './titles.ts'
import { Watermark } from './Watermark.tsx'
import { watchErrors } from './watch-errors.ts'

interface FrameProps {
  readonly path: string
  readonly trail: readonly Crumb[]
  readonly children: ReactNode
}

/** The menu beside the page: in full, or a sign for each part of it. */
function Side({ path }: Pick<FrameProps, 'path'>) {
  const { sidebar } = useSnapshot(frame)
  const { sidebarLogo } = useSettings()
  return (
    <div className={styles.side}>
      <div className={styles.menu}>
        {sidebarLogo && (
          <div className={styles.logo}>
            <Logo short={!sidebar} />
          </div>
        )}
        {sidebar ? <Sidebar path={path} /> : <Rail path={path} />}
      </div>
    </div>
  )
}

/** What stands around the page: bars, menu and tabs, or on a small screen two bars and a drawer. */
function Frame({ path, trail, children }: FrameProps) {
  const { text } = useText()
  const title = useTitle()
  const small = useSmall()
  const { sidebar } = useSnapshot(frame)
  const { tagsView, fixedHeader, sidebarLogo } = useSettings()
  const name = title(trail.at(-1)?.title ?? '')
  return (
    <div
      className={styles.shell}
      data-sidebar={sidebar || undefined}
      data-fixed={fixedHeader || undefined}
      data-logo={sidebarLogo || undefined}
      data-untabbed={!tagsView || undefined}
    >
      <a className={styles.skip} href="#main">
        {text('shell.skip')}
      </a>
      <p className={hidden.hidden} aria-live="polite">
        {name}
      </p>
      <div className={styles.bar}>{small ? <TitleBar title={name} /> : <TopBar trail={trail} />}</div>
      {small ? <Drawer path={path} /> : <Side path={path} />}
      {tagsView && !small && (
        <div className={styles.tabs}>
          <Tabs />
        </div>
      )}
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <div className={styles.status}>{small ? <BottomBar /> : <StatusLine />}</div>
    </div>
  )
}

/** Renders a page again: `/redirect/<path>`. Source: specification, section 2. */
function Again({ href }: { href: string }) {
  const path = href.split('?')[0]
  useEffect(() => {
    for (const tab of tabs.open) if (tab.href === href || tab.key === path) refreshTab(tab.key)
  }, [href, path])
  return <Redirect to={href} replace />
}

interface Props {
  readonly components: Components
  /** Pages beside the menu, by path. */
  readonly fixed: Readonly<Record<string, FixedPage>>
}

interface VisitedProps extends Pick<Props, 'components'> {
  readonly page: Page
  readonly path: string
  readonly search: string
}

/** A page, in its tab. */
function Visited({ page, path, search, components }: VisitedProps) {
  const { title, pinned, forgets, record, component } = page
  const id = record ? new URLSearchParams(search).get('id') : null
  const key = id === null ? path : `${path}?id=${id}`
  const href = search ? `${path}?${search}` : path
  useEffect(() => {
    visit({ key, href, title, record: id, pinned, forgets })
    showDrawer(false)
  }, [key, href, title, id, pinned, forgets])
  return <Front tab={key} component={component} components={components} />
}

/** Where one is led who may not see a page, and who looks for one that is not there. */
const lost = { forbidden: '/401', nowhere: '/404' } as const

/** What stands beside every page: what is heard, drawn over it, watched and asked. */
function Beside() {
  useEffect(() => (import.meta.env.PROD ? watchErrors() : undefined), [])
  return (
    <>
      <CommandKeys />
      <Dialogs />
      <IdleWarning />
      <Watermark />
    </>
  )
}

/** The page at the address, or where the address leads instead. */
function Placed({ components, fixed }: Props) {
  const [path] = useLocation()
  const search = useSearch()
  const menu = useSession().menu as Menu // read only
  useEffect(() => pin(pinnedIn(menu)), [menu])
  if (path === '/') return <Redirect to={pages.home} replace />
  if (path.startsWith('/redirect/')) {
    return <Again href={safePath(path.slice('/redirect'.length) + (search && `?${search}`)) ?? pages.home} />
  }
  const place = placeAt(path, { menu, fixed, paths: Object.values(pages), may })
  if (place.at === 'redirect') return <Redirect to={place.to} replace />
  if (place.at === 'page') {
    return (
      <Frame path={path} trail={place.trail}>
        <Visited page={place} path={path} search={search} components={components} />
      </Frame>
    )
  }
  if (path !== lost[place.at]) return <Redirect to={lost[place.at]} replace state={{ from: path }} />
  return (
    <Frame path={path} trail={[]}>
      <Lost at={place.at} />
    </Frame>
  )
}

/** The console of whoever is signed in: what their menu grants, and nothing else. */
export function Shell(props: Props) {
  return (
    <>
      <Placed {...props} />
      <Beside />
    </>
  )
}
