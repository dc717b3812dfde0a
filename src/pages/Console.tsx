import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense } from 'react'
import { loans } from '#contract/loans/calls.ts'
import { loadPart } from '#src/call/part.ts'
import { queries } from '#src/call/queries.ts'
import { grids } from '#src/catalogue.ts'
import { PageCommands } from '#src/command/PageCommands.tsx'
import { usePanel } from '#src/command/panels.ts'
import type { Components } from '#src/shell/Front.tsx'
import type { FixedPage } from '#src/shell/places.ts'
import { Shell } from '#src/shell/Shell.tsx'
import { Home } from './home/Home.tsx'

const page = (load: () => Promise<ComponentType>): ComponentType => {
  const arrive = loadPart(load)
  return lazy(async () => ({ default: await arrive() }))
}

const loadGridPage = loadPart(async () => (await import('#src/grid/GridPage.tsx')).GridPage)
const GridPage = lazy(async () => ({ default: await loadGridPage() }))

/** Every page there is, by the component that a node of the menu names. */
const components: Components = {
  home: Home,
  customer: page(async () => (await import('./records/Customer.tsx')).CustomerPage),
  loan: page(async () => (await import('./records/Loan.tsx')).LoanPage),
  ...Object.fromEntries(
    grids.map((grid) => [grid.page, () => <GridPage grid={grid} toolbar={<PageCommands page={grid.page} />} />]),
  ),
}

/** Pages at addresses of their own. Source: specification, section 2. */
const fixed: Readonly<Record<string, FixedPage>> = {
  '/detail': { component: 'loan', title: 'loans.detail', may: loans.detail.may },
}

const keys = Object.fromEntries(grids.map((grid) => [grid.page, grid.keys]))

const ImportPanel = page(async () => (await import('./imports/ImportPanel.tsx')).ImportPanel)

/** What opens over the page. */
function Panels() {
  const open = usePanel()
  return <Suspense>{open === 'import' && <ImportPanel />}</Suspense>
}

/** The console with all its pages. Loaded after sign-in. */
export function Console() {
  return (
    <QueryClientProvider client={queries}>
      <Shell components={components} fixed={fixed} keys={keys} />
      <Panels />
    </QueryClientProvider>
  )
}
