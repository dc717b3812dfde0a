import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { Redirect, useLocation, useSearch } from 'wouter'
import { pages } from '#contract/menu.ts'
import { CommandRoot } from '#src/command/keymap/CommandRoot.tsx'
import { useText } from '#src/locale/text.ts'
import { tellOwnPages } from '#src/session/base/own-pages.ts'
import { safePath } from '#src/session/base/safe-path.ts'
import { may, useSession } from '#src/session/base/session.ts'
import { IdleWarning } from '#src/session/IdleWarning.tsx'
import { Announcer } from '#src/ui/feedback/Announcer.tsx'
import hidden from '#src/ui/hidden.module.css'
import { Dialogs } from './Dialogs.tsx'
import { refreshTab } from './shell-actions.ts'
import './resume-drafts.ts'
import { usePreferences } from '#src/session/preferences.ts'
import { keepTabs } from '#src/session/stored-tabs.ts'
import { openTab, pinTabs, tabState } from '#src/session/tabs.ts'
import { BottomBar, Drawer, TitleBar } from './bars/MobileShell.tsx'
import { StatusLine } from './bars/StatusLine.tsx'
import { Logo, TopBar } from './bars/TopBar.tsx'
import { watchErrors } from './errors/watch-errors.ts'
import { layoutState, showDrawer, useIsSmall } from './layout-state.ts'
import { LiveCallBar } from './live-call/LiveCallBar.tsx'
import { useShownCall } from './live-call/use-live-call.ts'
import { NotFound } from './NotFound.tsx'
import {
  type Crumb,
  type FixedPage,
  type MenuTree,
  type PageRoute,
  pinnedTabs,
  resolveRoute,
} from './navigation/routes.ts'
import { Sidebar } from './navigation/Sidebar.tsx'
import { SidebarRail } from './navigation/SidebarRail.tsx'
import { useMenuTitle } from './navigation/use-menu-title.ts'
import { Outlet, type PageComponents } from './Outlet.tsx'
import { keepKeysInRows, usePageFocus } from './page-focus.ts'
import styles from './Shell.module.css'
import { Tabs } from './tabs/Tabs.tsx'
import { useLiveMenu, useLiveRights, useLiveSession } from './use-live-rights.ts'
import { useLiveWords } from './use-live-words.ts'
import { Watermark } from './Watermark.tsx'

interface FrameProps {
  readonly path: string
  readonly trail: readonly Crumb[]
  readonly children: ReactNode
}

/** The menu beside the page: in full, or a sign for each part of it. */
function Side({ path }: Pick<FrameProps, 'path'>) {
  const { sidebar } = useSnapshot(layoutState)
  const { sidebarLogo } = usePreferences()
  return (
    <div className={styles.side}>
      <div className={styles.menu}>
        {sidebarLogo && (
          <div className={styles.logo}>
            <Logo short={!sidebar} />
          </div>
        )}
        {sidebar ? <Sidebar path={path} /> : <SidebarRail path={path} />}
      </div>
    </div>
  )
}

/** What stands around the page: bars, menu and tabs, or on a small screen two bars and a drawer. */
function Frame({ path, trail, children }: FrameProps) {
  const { text } = useText()
  const title = useMenuTitle()
  const small = useIsSmall()
  const { sidebar } = useSnapshot(layoutState)
  const { tagsView, fixedHeader, sidebarLogo } = usePreferences()
  const call = useShownCall()
  const name = title(trail.at(-1)?.title ?? '')
  return (
    <div
      className={styles.shell}
      data-sidebar={sidebar || undefined}
      data-fixed={fixedHeader || undefined}
      data-logo={sidebarLogo || undefined}
      data-untabbed={!tagsView || undefined}
      data-call={call !== null || undefined}
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
      <Announcer />
      <div className={styles.status}>
        <div>{call && <LiveCallBar call={call} />}</div>
        {small ? <BottomBar /> : <StatusLine />}
      </div>
    </div>
  )
}

/** Renders a page again: `/redirect/<path>`. Source: specification, section 2. */
function Remount({ href }: { href: string }) {
  const path = href.split('?')[0]
  useEffect(() => {
    for (const tab of tabState.open) if (tab.href === href || tab.key === path) refreshTab(tab.key)
  }, [href, path])
  return <Redirect to={href} replace />
}

interface Props {
  readonly components: PageComponents
  /** Pages beside the menu, by path. */
  readonly fixed: Readonly<Record<string, FixedPage>>
}

interface TabPageProps extends Pick<Props, 'components'> {
  readonly page: PageRoute
  readonly path: string
  readonly search: string
}

/** A page, in its tab. */
function TabPage({ page, path, search, components }: TabPageProps) {
  const { title, pinned, forgets, record, component } = page
  const id = record ? new URLSearchParams(search).get('id') : null
  const key = id === null ? path : `${path}?id=${id}`
  const href = search ? `${path}?${search}` : path
  useEffect(() => {
    openTab({ key, href, title, record: id, pinned, forgets })
    showDrawer(false)
  }, [key, href, title, id, pinned, forgets])
  return <Outlet tab={key} component={component} components={components} />
}

/** Where one is led who may not see a page, and who looks for one that is not there. */
const errorPaths = { forbidden: '/401', nowhere: '/404' } as const

/** What stands beside every page: what is heard, drawn over it, watched and asked. */
function Overlays() {
  useEffect(() => (import.meta.env.PROD ? watchErrors() : undefined), [])
  useEffect(keepTabs, [])
  useEffect(keepKeysInRows, [])
  return (
    <>
      <CommandRoot />
      <Dialogs />
      <IdleWarning />
      <Watermark />
    </>
  )
}

/** The page at the address, or where the address leads instead. */
function RoutedPage({ components, fixed }: Props) {
  const [path] = useLocation()
  const search = useSearch()
  const menu = useSession().menu as MenuTree // read only
  useEffect(() => pinTabs(pinnedTabs(menu)), [menu])
  useEffect(() => {
    const routeOf = (to: string) => resolveRoute(to, { menu, fixed, paths: Object.values(pages), may })
    tellOwnPages((to) => !(routeOf(to).at in errorPaths))
  }, [menu, fixed])
  usePageFocus(`${path} ${new URLSearchParams(search).get('id') ?? ''}`)
  if (path === '/') return <Redirect key={path} to={pages.home} replace />
  if (path.startsWith('/redirect/')) {
    return <Remount href={safePath(path.slice('/redirect'.length) + (search && `?${search}`)) ?? pages.home} />
  }
  const place = resolveRoute(path, { menu, fixed, paths: Object.values(pages), may })
  // a redirect acts once, when it is mounted: one behind another is another
  if (place.at === 'redirect') return <Redirect key={path} to={search ? `${place.to}?${search}` : place.to} replace />
  if (place.at === 'page') {
    return (
      <Frame path={path} trail={place.trail}>
        <TabPage page={place} path={path} search={search} components={components} />
      </Frame>
    )
  }
  if (path !== errorPaths[place.at]) {
    return <Redirect key={path} to={errorPaths[place.at]} replace state={{ from: path }} />
  }
  return (
    <Frame path={path} trail={[]}>
      <NotFound at={place.at} />
    </Frame>
  )
}

/** The console of whoever is signed in: what their menu grants, and nothing else. */
export function Shell(props: Props) {
  useLiveRights()
  useLiveWords()
  useLiveMenu()
  useLiveSession()
  return (
    <>
      <RoutedPage {...props} />
      <Overlays />
    </>
  )
}
