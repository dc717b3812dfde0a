import { type ComponentType, Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useComing } from '#src/command/keyboard.ts'
import { useText } from '#src/locale/text.ts'
import { Notice } from '#src/ui/Notice.tsx'
import { PageName } from './Allowed.tsx'
import { Entering } from './Entering.tsx'
import { Guarded } from './Guarded.tsx'
import { useScrollMemory } from './scrolling.ts'
import { clearStatus } from './status.ts'
import { TabKey, tabs } from './tabs.ts'

/** What the pages of a menu show, by the component that their nodes name. */
export type Components = Readonly<Record<string, ComponentType>>

function Shown({ tab, Component }: { tab: string; Component: ComponentType }) {
  useScrollMemory(tab)
  useEffect(() => clearStatus, [])
  return <Component />
}

/** In the place of a page that is on its way: keys are kept for it. */
function Coming() {
  useComing()
  return <Entering />
}

/** The menu names a page that this console does not know. */
function Unknown({ component }: { component: string }) {
  const { text } = useText()
  return (
    <Notice page tone="warn" title={text('shell.notKnown')}>
      <p>{text('shell.notKnown.says', { component })}</p>
    </Notice>
  )
}

interface Props {
  readonly tab: string
  readonly component: string
  readonly components: Components
}

/** The page in front. It is made anew when its tab is refreshed; what breaks in it breaks nothing else. */
export function Front({ tab, component, components }: Props) {
  const turn = useSnapshot(tabs).open.find(({ key }) => key === tab)?.turn ?? 0
  const Component = Object.hasOwn(components, component) ? components[component] : undefined
  if (!Component) return <Unknown component={component} />
  return (
    <TabKey value={tab}>
      <Guarded key={`${tab} ${turn}`}>
        <PageName value={component}>
          <Suspense fallback={<Coming />}>
            <Shown tab={tab} Component={Component} />
          </Suspense>
        </PageName>
      </Guarded>
    </TabKey>
  )
}
