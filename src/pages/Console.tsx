import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { loadPart } from '#src/call/lazy-part.ts'
import { queryClient } from '#src/call/query-client.ts'
import { whenIdle } from '#src/call/when-idle.ts'
import { grids, reportPages } from '#src/catalogue.ts'
import { useDialog } from '#src/command/dialog.ts'
import { PageCommands } from '#src/command/run/PageCommands.tsx'
import { SecondPerson } from '#src/command/run/SecondPerson.tsx'
import { StepUp } from '#src/session/two-factor/StepUp.tsx'
import { FullHeight } from '#src/shell/FullHeight.tsx'
import type { PageComponents } from '#src/shell/Outlet.tsx'
import { Shell } from '#src/shell/Shell.tsx'
import { PageTabs } from '#src/shell/tabs/PageTabs.tsx'
import { AnnouncementPopUp } from './announcements/AnnouncementPopUp.tsx'
import { fixedPages } from './fixed-pages.ts'
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

/** What stands over a list. */
const above: PageComponents = {
  holidays: page(async () => (await import('./holidays/CalendarHours.tsx')).CalendarHours),
  myReviews: page(async () => (await import('./reviews/OwnFigures.tsx')).OwnFigures),
}

/** What each page lists, or reports on. */
const titles = Object.fromEntries([...grids, ...reportPages].map(({ page, id }) => [page, id]))

const ReportPage = lazy(async () => ({
  default: await loadPart(async () => (await import('./reports/ReportPage.tsx')).ReportPage)(),
}))

/** Every page there is, by the component that a node of the menu names. */
const components: PageComponents = {
  ...mocked,
  home: Home,
  customer: page(async () => (await import('./records/CustomerPage.tsx')).CustomerPage),
  case: page(async () => (await import('./case-workspace/CasePage.tsx')).CasePage),
  robotCall: page(async () => (await import('./ai-records/RobotCallPage.tsx')).RobotCallPage),
  call: page(async () => (await import('./calls/CallPage.tsx')).CallPage),
  ticket: page(async () => (await import('./records/TicketPage.tsx')).TicketPage),
  loan: page(async () => (await import('./records/LoanPage.tsx')).LoanPage),
  review: page(async () => (await import('./reviews/ReviewPage.tsx')).ReviewPage),
  conductCheck: page(async () => (await import('./conduct-checks/ConductCheckPage.tsx')).ConductCheckPage),
  inspection: page(async () => (await import('./quality-inspections/InspectionPage.tsx')).InspectionPage),
  plan: page(async () => (await import('./records/PlanPage.tsx')).PlanPage),
  couponTemplate: page(async () => (await import('./records/CouponTemplatePage.tsx')).CouponTemplatePage),
  product: page(async () => (await import('./products/ProductPage.tsx')).ProductPage),
  account: page(async () => (await import('./account/AccountPage.tsx')).AccountPage),
  job: page(async () => (await import('./jobs/JobPage.tsx')).JobPage),
  proof: page(async () => (await import('./proofs/ProofPage.tsx')).ProofPage),
  addProof: page(async () => (await import('./proofs/AddProof.tsx')).AddProof),
  statement: page(async () => (await import('./statements/StatementPage.tsx')).StatementPage),
  receipt: page(async () => (await import('./payments/ReceiptPage.tsx')).ReceiptPage),
  role: page(async () => (await import('./roles/RolePage.tsx')).RolePage),
  addRole: page(async () => (await import('./roles/RolePage.tsx')).AddRole),
  announcement: page(async () => (await import('./announcements/AnnouncementPage.tsx')).AnnouncementPage),
  addAnnouncement: page(async () => (await import('./announcements/AnnouncementPage.tsx')).AddAnnouncement),
  messageTemplate: page(async () => (await import('./message-templates/MessageTemplatePage.tsx')).MessageTemplatePage),
  addMessageTemplate: page(
    async () => (await import('./message-templates/MessageTemplatePage.tsx')).AddMessageTemplate,
  ),
  allocation: page(async () => (await import('./case-allocations/AllocationPage.tsx')).AllocationPage),
  rehearsal: page(async () => (await import('./case-allocations/AllocationPage.tsx')).RehearsalPage),
  allocationOfCase: page(async () => (await import('./case-allocations/AllocationPage.tsx')).CaseAllocationPage),
  weights: page(async () => (await import('./units/WeightsPage.tsx')).WeightsPage),
  conductReport: page(async () => (await import('./conduct-report/ConductPage.tsx')).ConductPage),
  board: page(async () => (await import('./board/BoardPage.tsx')).BoardPage),
  duty: page(async () => (await import('./duty/DutyPage.tsx')).DutyPage),
  lens: page(async () => (await import('./lens/LensPage.tsx')).LensPage),
  addProducts: page(async () => (await import('./uploads/upload-pages.tsx')).AddProducts),
  addStaff: page(async () => (await import('./uploads/upload-pages.tsx')).AddStaff),
  addCollectors: page(async () => (await import('./uploads/upload-pages.tsx')).AddCollectors),
  addLines: page(async () => (await import('./uploads/upload-pages.tsx')).AddLines),
  addBlacklistEntries: page(async () => (await import('./uploads/upload-pages.tsx')).AddBlacklistEntries),
  addParameters: page(async () => (await import('./uploads/upload-pages.tsx')).AddParameters),
  editParameters: page(async () => (await import('./uploads/upload-pages.tsx')).EditParameters),
  takeDictionaries: page(async () => (await import('./uploads/upload-pages.tsx')).TakeDictionaries),
  importSpend: page(async () => (await import('./uploads/upload-pages.tsx')).ImportSpend),
  importSettlement: page(async () => (await import('./uploads/SettlementUpload.tsx')).SettlementUpload),
  importDuty: page(async () => (await import('./uploads/upload-pages.tsx')).ImportDuty),
  issueCoupons: page(async () => (await import('./uploads/upload-pages.tsx')).IssueCoupons),
  fileWriteOffs: page(async () => (await import('./uploads/upload-pages.tsx')).FileWriteOffs),
  ...Object.fromEntries(
    reportPages.map((declared) => [
      declared.page,
      () => (
        <FullHeight>
          <PageTabs page={declared.page} titles={titles} />
          <Suspense>
            <ReportPage declared={declared} />
          </Suspense>
        </FullHeight>
      ),
    ]),
  ),
  ...Object.fromEntries(
    grids.map((grid) => {
      const Above = above[grid.page]
      return [
        grid.page,
        () => (
          <FullHeight>
            <PageTabs page={grid.page} titles={titles} />
            <Suspense>{Above && <Above />}</Suspense>
            <GridPage grid={grid} toolbar={<PageCommands page={grid.page} />} />
          </FullHeight>
        ),
      ]
    }),
  ),
}

const ImportPanel = page(async () => (await import('./imports/ImportDialog.tsx')).ImportDialog)

/** What opens over the page. */
function Panels() {
  const open = useDialog()
  return (
    <>
      <Suspense>{open === 'import' && <ImportPanel />}</Suspense>
      <StepUp />
      <SecondPerson />
      <AnnouncementPopUp />
    </>
  )
}

/** The console with all its pages. Loaded after sign-in; lists, where most go next, follow while nobody waits for anything. */
export function Console() {
  // what cannot be fetched is said where it should stand
  useEffect(() => whenIdle(() => void loadGridPage().catch(() => {})), [])
  return (
    <QueryClientProvider client={queryClient}>
      <Shell components={components} fixed={fixedPages} />
      <Panels />
    </QueryClientProvider>
  )
}
