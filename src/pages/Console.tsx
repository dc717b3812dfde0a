import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { coupons, couponTemplates } from '#contract/coupons.ts'
import { jobs } from '#contract/jobs.ts'
import { loans } from '#contract/loans/calls.ts'
import { payments } from '#contract/payments.ts'
import { plans } from '#contract/plans.ts'
import { products } from '#contract/products/calls.ts'
import { proofs } from '#contract/proofs.ts'
import { statements } from '#contract/statements.ts'
import { writeOffs } from '#contract/write-offs.ts'
import { loadPart } from '#src/call/lazy-part.ts'
import { queryClient } from '#src/call/query-client.ts'
import { whenIdle } from '#src/call/when-idle.ts'
import { grids } from '#src/catalogue.ts'
import { useCommandDialog } from '#src/command/command-dialog.ts'
import { PageCommands } from '#src/command/run/PageCommands.tsx'
import { StepUp } from '#src/session/two-factor/StepUp.tsx'
import { FullHeight } from '#src/shell/FullHeight.tsx'
import type { FixedPage } from '#src/shell/navigation/routes.ts'
import type { PageComponents } from '#src/shell/Outlet.tsx'
import { Shell } from '#src/shell/Shell.tsx'
import { PageTabs } from '#src/shell/tabs/PageTabs.tsx'
import { Home } from './home/Home.tsx'

const page = (load: () => Promise<ComponentType>): ComponentType => {
  const arrive = loadPart(load)
  return lazy(async () => ({ default: await arrive() }))
}

const loadGridPage = loadPart(async () => (await import('#src/grid/GridPage.tsx')).GridPage)
const GridPage = lazy(async () => ({ default: await loadGridPage() }))

/** What the mock shows beside the rest. Never part of what is built for production. */
const mocked: PageComponents =
  import.meta.env.MODE === 'mock'
    ? { transactions: page(async () => (await import('./mock/Transactions.tsx')).Transactions) }
    : {}

/** What each page lists. */
const titles = Object.fromEntries(grids.map(({ page, id }) => [page, id]))

/** Every page there is, by the component that a node of the menu names. */
const components: PageComponents = {
  ...mocked,
  home: Home,
  customer: page(async () => (await import('./records/CustomerPage.tsx')).CustomerPage),
  case: page(async () => (await import('./records/CasePage.tsx')).CasePage),
  ticket: page(async () => (await import('./records/TicketPage.tsx')).TicketPage),
  loan: page(async () => (await import('./records/LoanPage.tsx')).LoanPage),
  plan: page(async () => (await import('./records/PlanPage.tsx')).PlanPage),
  couponTemplate: page(async () => (await import('./records/CouponTemplatePage.tsx')).CouponTemplatePage),
  product: page(async () => (await import('./products/ProductPage.tsx')).ProductPage),
  account: page(async () => (await import('./account/AccountPage.tsx')).AccountPage),
  job: page(async () => (await import('./jobs/JobPage.tsx')).JobPage),
  proof: page(async () => (await import('./proofs/ProofPage.tsx')).ProofPage),
  addProof: page(async () => (await import('./proofs/AddProof.tsx')).AddProof),
  statement: page(async () => (await import('./statements/StatementPage.tsx')).StatementPage),
  receipt: page(async () => (await import('./payments/ReceiptPage.tsx')).ReceiptPage),
  lens: page(async () => (await import('./lens/LensPage.tsx')).LensPage),
  addProducts: page(async () => (await import('./uploads/upload-pages.tsx')).AddProducts),
  issueCoupons: page(async () => (await import('./uploads/upload-pages.tsx')).IssueCoupons),
  fileWriteOffs: page(async () => (await import('./uploads/upload-pages.tsx')).FileWriteOffs),
  ...Object.fromEntries(
    grids.map((grid) => [
      grid.page,
      () => (
        <FullHeight>
          <PageTabs page={grid.page} titles={titles} />
          <GridPage grid={grid} toolbar={<PageCommands page={grid.page} />} />
        </FullHeight>
      ),
    ]),
  ),
}

/** Pages at addresses of their own. Source: specification, section 2. */
const fixed: Readonly<Record<string, FixedPage>> = {
  '/account': { component: 'account', title: 'account.title', requires: 'anyone' },
  '/detail': { component: 'loan', title: 'loans.detail', requires: loans.detail.requires },
  '/detail2': { component: 'case', title: 'cases.detail', requires: 'openCases' },
  '/detail4': { component: 'ticket', title: 'tickets.detail', requires: 'operationTickets' },
  '/task': { component: 'job', title: 'jobs.detail', requires: jobs.detail.requires },
  '/payment': { component: 'receipt', title: 'payments.detail', requires: payments.detail.requires },
  '/proof': { component: 'proof', title: 'proofs.detail', requires: proofs.detail.requires },
  '/proof/add': { component: 'addProof', title: 'proofs.enter', requires: proofs.enter.requires },
  '/statement': { component: 'statement', title: 'statements.title', requires: statements.upload.requires },
  '/plan': { component: 'plan', title: 'plans.detail', requires: plans.list.requires },
  '/product': { component: 'product', title: 'products.detail', requires: products.quota.requires },
  '/product/add': { component: 'addProducts', title: 'products.add', requires: products.add.requires },
  '/coupon-template': {
    component: 'couponTemplate',
    title: 'couponTemplates.detail',
    requires: couponTemplates.list.requires,
  },
  '/coupons/upload': { component: 'issueCoupons', title: 'coupons.upload', requires: coupons.upload.requires },
  '/write-offs/upload': { component: 'fileWriteOffs', title: 'writeOffs.upload', requires: writeOffs.upload.requires },
}

const ImportPanel = page(async () => (await import('./imports/ImportDialog.tsx')).ImportDialog)

/** What opens over the page. */
function Panels() {
  const open = useCommandDialog()
  return (
    <>
      <Suspense>{open === 'import' && <ImportPanel />}</Suspense>
      <StepUp />
    </>
  )
}

/** The console with all its pages. Loaded after sign-in; lists, where most go next, follow while nobody waits for anything. */
export function Console() {
  // what cannot be fetched is said where it should stand
  useEffect(() => whenIdle(() => void loadGridPage().catch(() => {})), [])
  return (
    <QueryClientProvider client={queryClient}>
      <Shell components={components} fixed={fixed} />
      <Panels />
    </QueryClientProvider>
  )
}
