import { type ComponentType, Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useTypeAhead } from '#src/keyboard/keyboard.ts'
import { useText } from '#src/locale/text.ts'
import { TabKeyContext, tabState } from '#src/session/tabs.ts'
import { HomeLink } from '#src/ui/feedback/HomeLink.tsx'
import { Notice } from '#src/ui/feedback/Notice.tsx'
import { clearStatusLine } from '#src/ui/feedback/status-line.ts'
import { ErrorBoundary } from './errors/ErrorBoundary.tsx'
import { PageNameContext } from './IfPermitted.tsx'
import { Loading } from './Loading.tsx'
import { useScrollMemory } from './tabs/scroll-memory.ts'

/** What the pages of a menu show, by the component that their nodes name. */
export type PageComponents = Readonly<Record<string, ComponentType>>

function MountedPage({ tab, Component }: { tab: string; Component: ComponentType }) {
  useScrollMemory(tab)
  useEffect(() => clearStatusLine, [])
  return <Component />
}

/** In the place of a page that is on its way: keys are kept for it. */
function PagePending() {
  useTypeAhead()
  return <Loading />
}

/** The menu names a page that this console does not know. */
function UnknownPage({ component }: { component: string }) {
  const { text } = useText()
  return (
    <Notice page tone="warn" title={text('shell.notKnown')}>
      <p>{text('shell.notKnown.says', { component })}</p>
      <HomeLink />
    </Notice>
  )
}

interface Props {
  readonly tab: string
  readonly component: string
  readonly components: PageComponents
}

/**
 * Outlet of the router: the page in front. It is mounted anew when its tab is refreshed; what breaks in it breaks
 * nothing else.
 */
export function Outlet({ tab, component, components }: Props) {
  const turn = useSnapshot(tabState).open.find(({ key }) => key === tab)?.turn ?? 0
  const Component = Object.hasOwn(components, component) ? components[component] : undefined
  if (!Component) return <UnknownPage component={component} />
  return (
    <TabKeyContext value={tab}>
      <ErrorBoundary key={`${tab} ${turn}`}>
        <PageNameContext value={component}>
          <Suspense fallback={<PagePending />}>
            <MountedPage tab={tab} Component={Component} />
          </Suspense>
        </PageNameContext>
      </ErrorBoundary>
    </TabKeyContext>
  )
}
