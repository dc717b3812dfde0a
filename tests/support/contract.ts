import { accessReviews } from '#contract/access-reviews.ts'
import { account } from '#contract/account.ts'
import { accountingDays } from '#contract/accounting-days.ts'
import { adSpend } from '#contract/ad-spend.ts'
import { aiConfigs } from '#contract/ai-configs.ts'
import { aiRecords } from '#contract/ai-records.ts'
import { aiTasks } from '#contract/ai-tasks.ts'
import { announcements } from '#contract/announcements.ts'
import { approvals } from '#contract/approvals.ts'
import { apps } from '#contract/apps.ts'
import { audit } from '#contract/audit.ts'
import { batches } from '#contract/batches.ts'
import { blacklist } from '#contract/blacklist.ts'
import { board } from '#contract/board.ts'
import { businessEvents } from '#contract/business-events.ts'
import { calls } from '#contract/calls.ts'
import { cardChanges } from '#contract/card-changes.ts'
import { caseAllocations } from '#contract/case-allocations.ts'
import { caseHolds } from '#contract/case-holds.ts'
import { caseTransfers } from '#contract/case-transfers.ts'
import { caseWorkspace } from '#contract/case-workspace.ts'
import { cases } from '#contract/cases.ts'
import { channelEvents } from '#contract/channel-events.ts'
import { collectionActivities } from '#contract/collection-activities.ts'
import { collectors } from '#contract/collectors/calls.ts'
import { commissionStatements } from '#contract/commission-statements.ts'
import { conductChecks } from '#contract/conduct-checks.ts'
import { conductReport } from '#contract/conduct-report.ts'
import { consents } from '#contract/consents.ts'
import { contactRefusals } from '#contract/contact-refusals.ts'
import { contactRules } from '#contract/contact-rules.ts'
import { coupons, couponTemplates } from '#contract/coupons.ts'
import { creditAssessments } from '#contract/credit-assessments.ts'
import { customers } from '#contract/customers.ts'
import { dataRequests } from '#contract/data-requests.ts'
import { dataUse } from '#contract/data-use.ts'
import { departments } from '#contract/departments.ts'
import { dictionaryEntries } from '#contract/dictionaries/entries.ts'
import { dictionaries } from '#contract/dictionaries/types.ts'
import { doNotDisturb } from '#contract/do-not-disturb.ts'
import { documents } from '#contract/documents.ts'
import { dueFacts } from '#contract/due-facts.ts'
import { duty } from '#contract/duty.ts'
import { exports } from '#contract/exports.ts'
import { extensions } from '#contract/extensions.ts'
import { failedMessages } from '#contract/failed-messages.ts'
import { find } from '#contract/find.ts'
import { followUps } from '#contract/follow-ups.ts'
import { history } from '#contract/history.ts'
import { holidays } from '#contract/holidays.ts'
import { jobs } from '#contract/jobs.ts'
import { keys } from '#contract/keys.ts'
import { lens } from '#contract/lens.ts'
import { lines } from '#contract/lines.ts'
import { loans } from '#contract/loans/calls.ts'
import { macros } from '#contract/macros.ts'
import { menuEntries } from '#contract/menu-entries.ts'
import { merchants } from '#contract/merchants.ts'
import { messageTemplates } from '#contract/message-templates.ts'
import { messages } from '#contract/messages.ts'
import { overview } from '#contract/overview.ts'
import { parameters } from '#contract/parameters/calls.ts'
import { payments } from '#contract/payments.ts'
import { payouts } from '#contract/payouts.ts'
import { pictures } from '#contract/pictures.ts'
import { plans } from '#contract/plans.ts'
import { products } from '#contract/products/calls.ts'
import { promises } from '#contract/promises.ts'
import { proofs } from '#contract/proofs.ts'
import { providerBindings } from '#contract/providers/bindings.ts'
import { providerConfigs } from '#contract/providers/configs.ts'
import { providers } from '#contract/providers/types.ts'
import { qualityInspections } from '#contract/quality-inspections/calls.ts'
import { queries } from '#contract/queries.ts'
import { recoveries } from '#contract/recoveries.ts'
import { reductions } from '#contract/reductions.ts'
import { references } from '#contract/references.ts'
import { reportSchedules } from '#contract/report-schedules.ts'
import { reviewerScores } from '#contract/reviewer-scores.ts'
import { reviews } from '#contract/reviews/calls.ts'
import { roles as roleCalls } from '#contract/roles.ts'
import { session } from '#contract/session.ts'
import { sessions } from '#contract/sessions.ts'
import { settings } from '#contract/settings.ts'
import { settlementItems } from '#contract/settlement-items.ts'
import { settlementReports } from '#contract/settlement-reports.ts'
import { signIns } from '#contract/sign-ins.ts'
import { staff } from '#contract/staff.ts'
import { stages } from '#contract/stages.ts'
import { statements } from '#contract/statements.ts'
import { teleVerifications } from '#contract/tele-verifications.ts'
import { tickets } from '#contract/tickets.ts'
import { units } from '#contract/units.ts'
import { writeOffs } from '#contract/write-offs.ts'

/** Every noun of the contract. */
export const contract = {
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
  cases,
  caseAllocations,
  caseHolds,
  caseTransfers,
  caseWorkspace,
  couponTemplates,
  collectors,
  commissionStatements,
  conductChecks,
  conductReport,
  consents,
  channelEvents,
  collectionActivities,
  contactRefusals,
  contactRules,
  coupons,
  creditAssessments,
  customers,
  dataRequests,
  dataUse,
  departments,
  dictionaries,
  dictionaryEntries,
  documents,
  doNotDisturb,
  dueFacts,
  duty,
  exports,
  extensions,
  failedMessages,
  finding: find,
  followUps,
  history,
  holidays,
  keySettings: keys,
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
  roles: roleCalls,
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
  writeOffs,
}
