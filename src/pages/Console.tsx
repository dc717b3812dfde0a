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
import { whenIdle } from '#src/call/idle.ts'
import { loadPart } from '#src/call/part.ts'
import { queries } from '#src/call/queries.ts'
import { grids } from '#src/catalogue.ts'
import { PageCommands } from '#src/command/PageCommands.tsx'
import { usePanel } from '#src/command/panels.ts'
import { StepUp } from '#src/session/StepUp.tsx'
import { Filling } from '#src/shell/Filling.tsx'
import type { Components } from '#src/shell/Front.tsx'
import { PageTabs } from '#src/shell/PageTabs.tsx'
import type { FixedPage } from '#src/shell/places.ts'
import { Shell } from '#src/shell/Shell.tsx'
import { Home } from './home/Home.tsx'

const page = (load: () => Promise<ComponentType>): ComponentType => {
  const arrive = loadPart(load)
  return lazy(async () => ({ default: await arrive() }))
}

const loadGridPage = loadPart(async () => (await import('#src/grid/GridPage.tsx')).GridPage)
const GridPage = lazy(async () => ({ default: await loadGridPage() }))

/** What the mock shows beside the rest. Never part of what is built for production. */
const mocked: Components =
  import.meta.env.MODE === 'mock'
    ? { transactions: page(async () => (await import('./mock/Transactions.tsx')).Transactions) }
    : {}

/** What each page lists. */
const titles = Object.fromEntries(grids.map(({ page, id }) => [page, id]))

/** Every page there is, by the component that a node of the menu names. */
const components: Components = {
  ...mocked,
  home: Home,
  customer: page(async () => (await import('./records/Customer.tsx')).CustomerPage),
  case: page(async () => (await import('./records/Case.tsx')).CasePage),
  ticket: page(async () => (await import('./records/Ticket.tsx')).TicketPage),
  loan: page(async () => (await import('./records/Loan.tsx')).LoanPage),
  plan: page(async () => (await import('./records/Plan.tsx')).PlanPage),
  couponTemplate: page(async () => (await import('./records/CouponTemplate.tsx')).CouponTemplatePage),
  product: page(async () => (await import('./products/ProductPage.tsx')).ProductPage),
  account: page(async () => (await import('./account/AccountPage.tsx')).AccountPage),
  job: page(async () => (await import('./jobs/JobPage.tsx')).JobPage),
  proof: page(async () => (await import('./proofs/ProofPage.tsx')).ProofPage),
  addProof: page(async () => (await import('./proofs/AddProof.tsx')).AddProof),
  statement: page(async () => (await import('./statements/StatementPage.tsx')).StatementPage),
  receipt: page(async () => (await import('./payments/Receipt.tsx')).ReceiptPage),
  lens: page(async () => (await import('./lens/LensPage.tsx')).LensPage),
  addProducts: page(async () => (await import('./products/AddProducts.tsx')).AddProducts),
  issueCoupons: page(async () => (await import('./sheets/IssueCoupons.tsx')).IssueCoupons),
  fileWriteOffs: page(async () => (await import('./sheets/FileWriteOffs.tsx')).FileWriteOffs),
  ...Object.fromEntries(
    grids.map((grid) => [
      grid.page,
      () => (
        <Filling>
          <PageTabs page={grid.page} titles={titles} />
          <GridPage grid={grid} toolbar={<PageCommands page={grid.page} />} />
        </Filling>
      ),
    ]),
  ),
}

/** Pages at addresses of their own. Source: specification, section 2. */
const fixed: Readonly<Record<string, FixedPage>> = {
  '/account': { component: 'account', title: 'account.title', may: 'anyone' },
  '/detail': { component: 'loan', title: 'loans.detail', may: loans.detail.may },
  '/detail2': { component: 'case', title: 'cases.detail', may: 'openCases' },
  '/detail4': { component: 'ticket', title: 'tickets.detail', may: 'operationTickets' },
  '/task': { component: 'job', title: 'jobs.detail', may: jobs.detail.may },
  '/payment': { component: 'receipt', title: 'payments.detail', may: payments.detail.may },
  '/proof': { component: 'proof', title: 'proofs.detail', may: proofs.detail.may },
  '/proof/add': { component: 'addProof', title: 'proofs.enter', may: proofs.enter.may },
  '/statement': { component: 'statement', title: 'statements.title', may: statements.upload.may },
  '/plan': { component: 'plan', title: 'plans.detail', may: plans.list.may },
  '/product': { component: 'product', title: 'products.detail', may: products.quota.may },
  '/product/add': { component: 'addProducts', title: 'products.add', may: products.add.may },
  '/coupon-template': { component: 'couponTemplate', title: 'couponTemplates.detail', may: couponTemplates.list.may },
  '/coupons/upload': { component: 'issueCoupons', title: 'coupons.upload', may: coupons.upload.may },
  '/write-offs/upload': { component: 'fileWriteOffs', title: 'writeOffs.upload', may: writeOffs.upload.may },
}

const ImportPanel = page(async () => (await import('./imports/ImportPanel.tsx')).ImportPanel)

/** What opens over the page. */
function Panels() {
  const open = usePanel()
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
    <QueryClientProvider client={queries}>
      <Shell components={components} fixed={fixed} />
      <Panels />
    </QueryClientProvider>
  )
}
