import { needsNoRight, pageOfRight } from '#contract/kernel/rights.ts'
import type { PageId } from '#contract/menu.ts'
import type { Module } from '#server/kernel/call/implement.ts'
import accessReviews from './access-reviews/index.ts'
import account from './account/index.ts'
import accountingDays from './accounting-days/index.ts'
import acquisition from './acquisition/index.ts'
import adSpend from './ad-spend/index.ts'
import aiConfigs from './ai-configs/index.ts'
import aiRecords from './ai-records/index.ts'
import aiTasks from './ai-tasks/index.ts'
import announcements from './announcements/index.ts'
import approvals from './approvals/index.ts'
import apps from './apps/index.ts'
import audit from './audit/index.ts'
import batches from './batches/index.ts'
import blacklist from './blacklist/index.ts'
import board from './board/index.ts'
import businessEvents from './business-events/index.ts'
import calls from './calls/index.ts'
import cardChanges from './card-changes/index.ts'
import caseAllocations from './case-allocations/index.ts'
import caseHolds from './case-holds/index.ts'
import caseTransfers from './case-transfers/index.ts'
import caseWorkspace from './case-workspace/index.ts'
import cases from './cases/index.ts'
import channelEvents from './channel-events/index.ts'
import collectionActivities from './collection-activities/index.ts'
import collectors from './collectors/index.ts'
import commissionStatements from './commission-statements/index.ts'
import conductChecks from './conduct-checks/index.ts'
import conductReport from './conduct-report/index.ts'
import consents from './consents/index.ts'
import contactRefusals from './contact-refusals/index.ts'
import contactRules from './contact-rules/index.ts'
import couponTemplates from './coupon-templates/index.ts'
import coupons from './coupons/index.ts'
import creditAssessments from './credit-assessments/index.ts'
import customers from './customers/index.ts'
import dataRequests from './data-requests/index.ts'
import dataUse from './data-use/index.ts'
import departments from './departments/index.ts'
import dictionaries from './dictionaries/index.ts'
import dictionaryEntries from './dictionary-entries/index.ts'
import doNotDisturb from './do-not-disturb/index.ts'
import documents from './documents/index.ts'
import dueFacts from './due-facts/index.ts'
import duty from './duty/index.ts'
import exports from './exports/index.ts'
import extensions from './extensions/index.ts'
import failedMessages from './failed-messages/index.ts'
import find from './find/index.ts'
import followUps from './follow-ups/index.ts'
import history from './history/index.ts'
import holidays from './holidays/index.ts'
import imports from './imports/index.ts'
import jobs from './jobs/index.ts'
import keys from './keys/index.ts'
import lens from './lens/index.ts'
import lines from './lines/index.ts'
import loans from './loans/index.ts'
import macros from './macros/index.ts'
import menuEntries from './menu-entries/index.ts'
import merchants from './merchants/index.ts'
import messageTemplates from './message-templates/index.ts'
import messages from './messages/index.ts'
import overview from './overview/index.ts'
import parameters from './parameters/index.ts'
import payments from './payments/index.ts'
import payouts from './payouts/index.ts'
import pictures from './pictures/index.ts'
import plans from './plans/index.ts'
import products from './products/index.ts'
import promises from './promises/index.ts'
import proofs from './proofs/index.ts'
import providerBindings from './provider-bindings/index.ts'
import providerConfigs from './provider-configs/index.ts'
import providers from './providers/index.ts'
import qualityInspections from './quality-inspections/index.ts'
import queries from './queries/index.ts'
import recoveries from './recoveries/index.ts'
import reductions from './reductions/index.ts'
import references from './references/index.ts'
import reportSchedules from './report-schedules/index.ts'
import reviewerScores from './reviewer-scores/index.ts'
import reviews from './reviews/index.ts'
import roles from './roles/index.ts'
import session from './session/index.ts'
import sessions from './sessions/index.ts'
import settings from './settings/index.ts'
import settlementItems from './settlement-items/index.ts'
import settlementReports from './settlement-reports/index.ts'
import signIns from './sign-ins/index.ts'
import staff from './staff/index.ts'
import stages from './stages/index.ts'
import statements from './statements/index.ts'
import teleVerifications from './tele-verifications/index.ts'
import tickets from './tickets/index.ts'
import units from './units/index.ts'
import views from './views/index.ts'
import writeOffs from './write-offs/index.ts'

/** Everything the server answers. */
export const modules: readonly Module[] = [
  accessReviews,
  account,
  accountingDays,
  adSpend,
  aiConfigs,
  aiRecords,
  aiTasks,
  announcements,
  approvals,
  apps,
  audit,
  batches,
  blacklist,
  calls,
  board,
  businessEvents,
  cardChanges,
  caseAllocations,
  cases,
  caseHolds,
  caseTransfers,
  caseWorkspace,
  channelEvents,
  collectionActivities,
  collectors,
  commissionStatements,
  conductChecks,
  conductReport,
  consents,
  contactRefusals,
  contactRules,
  coupons,
  couponTemplates,
  creditAssessments,
  customers,
  dataRequests,
  dataUse,
  departments,
  dictionaries,
  dictionaryEntries,
  documents,
  doNotDisturb,
  acquisition,
  dueFacts,
  duty,
  exports,
  extensions,
  failedMessages,
  find,
  followUps,
  history,
  holidays,
  imports,
  keys,
  jobs,
  lens,
  lines,
  loans,
  macros,
  menuEntries,
  merchants,
  messages,
  messageTemplates,
  overview,
  parameters,
  payments,
  payouts,
  pictures,
  plans,
  products,
  promises,
  proofs,
  providers,
  providerConfigs,
  providerBindings,
  qualityInspections,
  queries,
  recoveries,
  reductions,
  references,
  reportSchedules,
  reviewerScores,
  reviews,
  roles,
  session,
  sessions,
  settings,
  settlementItems,
  settlementReports,
  signIns,
  staff,
  stages,
  statements,
  teleVerifications,
  tickets,
  units,
  views,
  writeOffs,
]

/** The pages of modules: some call asks for a right on that page alone. */
export const pagesOf = (of: readonly Module[]): ReadonlySet<PageId> =>
  new Set(
    of
      .flatMap(({ api }) => Object.values(api))
      .flatMap(({ requires }) => (typeof requires !== 'string' || needsNoRight(requires) ? [] : pageOfRight(requires))),
  )

/** Pages that exist. Nobody is granted another, which would lead nowhere. */
export const builtPages = pagesOf(modules)
