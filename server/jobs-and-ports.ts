import { linkTopic } from '#server/modules/payments/steps/links.ts'
import { nightlyAudit } from './book-audit/nightly.ts'
import { sealAudit } from './kernel/base/audit-chain.ts'
import type { AppContext, TaskRunner } from './kernel/call/context.ts'
import { forgetKeys } from './kernel/call/idempotency.ts'
import { recordRefusalCounts } from './kernel/call/refusal-counts.ts'
import { autovacuum } from './kernel/jobs/autovacuum.ts'
import { compactSummaries } from './kernel/jobs/compact-summaries.ts'
import type { Job } from './kernel/jobs/jobs.ts'
import { forgetSent, type Port } from './kernel/jobs/outbox.ts'
import { forgetQueryTokens } from './kernel/listing/query-tokens.ts'
import { reviewAccessTask } from './modules/access-reviews/task.ts'
import { closeDaysTask } from './modules/accounting-days/close.ts'
import { callFilesPort, callFilesTopic } from './modules/ai-records/files.ts'
import { robotPort } from './modules/ai-records/robot-port.ts'
import { robotCallTopic } from './modules/ai-records/steps/place-call.ts'
import { aiCallPlan } from './modules/ai-tasks/plan.ts'
import { runAiTasks } from './modules/ai-tasks/run.ts'
import { expireRequests } from './modules/approvals/expire.ts'
import { resumeBatches } from './modules/batches/start.ts'
import { dialPort, hangUpPort, hangUpTopic } from './modules/calls/dialler.ts'
import { endSilentCalls } from './modules/calls/end-silent.ts'
import { recordingPort, recordingTopic } from './modules/calls/recording.ts'
import { dialTopic } from './modules/calls/steps/place-call.ts'
import { allocateCases } from './modules/case-allocations/run.ts'
import { expireHolds } from './modules/case-holds/expire.ts'
import { drawCommission } from './modules/commission-statements/nightly.ts'
import { drawConductSample } from './modules/conduct-checks/nightly.ts'
import { expireCoupons } from './modules/coupons/expire.ts'
import { renewCredit } from './modules/credit-assessments/nightly.ts'
import { creditPort } from './modules/credit-assessments/port.ts'
import { creditTopic } from './modules/credit-assessments/steps/ask.ts'
import { dataFilePort, dataFileTopic, purgeDataFiles } from './modules/data-requests/port.ts'
import { refreshDueFactsJob } from './modules/due-facts/refresh.ts'
import { purgeExports } from './modules/exports/purge.ts'
import { recoverExports } from './modules/exports/worker.ts'
import { fillHolidays } from './modules/holidays/task.ts'
import { schedulerJob } from './modules/jobs/runner.ts'
import { forgetRuns } from './modules/jobs/steps.ts'
import { decisionPort, decisionTopic } from './modules/loans/decision/decide.ts'
import { decisionTable } from './modules/loans/decision/table.ts'
import { doLate } from './modules/loans/overdue.ts'
import { doDisburse, expireApprovals } from './modules/loans/tasks.ts'
import { readAgainPort } from './modules/machine-reviews/read-again.ts'
import { afterMachineReview } from './modules/machine-reviews/run.ts'
import { messagePort } from './modules/messages/gateway.ts'
import { sendMessages } from './modules/messages/send.ts'
import { messageTopic } from './modules/messages/steps/write-message.ts'
import { linkPort } from './modules/payments/gateway.ts'
import { paymentQueryPort, paymentQueryTopic, sweepPaying } from './modules/payments/sweep.ts'
import { payoutPort } from './modules/payouts/gateway.ts'
import { payoutQueryPort, queryPayouts } from './modules/payouts/query.ts'
import { payoutQueryTopic, payoutTopic } from './modules/payouts/steps.ts'
import { readAgainTopic } from './modules/pictures/receive.ts'
import { pictureRemovalPort, pictureRemovalTopic } from './modules/pictures/steps/erase.ts'
import { forgetReveals } from './modules/pictures/steps/in-force.ts'
import { endPromises } from './modules/promises/nightly.ts'
import { forgetImages } from './modules/proofs/images.ts'
import { drawQualitySample } from './modules/quality-inspections/nightly.ts'
import { expireReductions } from './modules/reductions/expire.ts'
import { sendReports } from './modules/report-schedules/send.ts'
import { countPort, countTopic } from './modules/reviews/count.ts'
import { freeExpiredReviews } from './modules/reviews/free-expired.ts'
import { forgetAttempts } from './modules/session/attempts.ts'
import { forgetSessions } from './modules/session/steps/sessions.ts'
import { matchSettlements } from './modules/settlement-items/nightly.ts'

const dayMs = 86_400_000
/** How long it can be looked up what has left, and which tasks have run. */
const recordsMs = 90 * dayMs

/** Work that runs by the clock on some server and that nobody has to know of. */
export const housekeeping: readonly Job[] = [
  {
    id: 'sealAudit',
    cron: '* * * * *',
    async run(app) {
      await sealAudit(app)
    },
  },
  {
    id: 'forget',
    cron: '20 * * * *',
    async run({ database: { db }, clock }) {
      const before = new Date(clock.now().getTime() - dayMs)
      await forgetKeys(db, before)
      await forgetImages(db, before)
      await forgetAttempts(db, before)
      await forgetSessions(db, before)
      await forgetReveals(db, clock.now())
      await recordRefusalCounts(db, clock.now())
      await forgetQueryTokens(db, new Date(before.getTime() - 29 * dayMs))
      const records = new Date(clock.now().getTime() - recordsMs)
      await forgetSent(db, records)
      await forgetRuns(db, records)
    },
  },
  resumeBatches,
  expireRequests,
  recoverExports,
  schedulerJob,
  freeExpiredReviews,
  purgeDataFiles,
  endSilentCalls,
  runAiTasks,
  refreshDueFactsJob,
  compactSummaries,
  autovacuum,
]

/** How what is in the outbox leaves the building, by topic. */
export const portsOf = (app: AppContext): Readonly<Record<string, Port>> => ({
  [payoutTopic]: payoutPort(app),
  [payoutQueryTopic]: payoutQueryPort(app),
  [linkTopic]: linkPort(app),
  [messageTopic]: messagePort(app),
  [paymentQueryTopic]: paymentQueryPort(app),
  [decisionTopic]: afterMachineReview(app, decisionPort(app, decisionTable)),
  [countTopic]: countPort(app),
  [creditTopic]: creditPort(app),
  [dataFileTopic]: dataFilePort(app),
  [pictureRemovalTopic]: pictureRemovalPort(app),
  [readAgainTopic]: readAgainPort(app),
  [dialTopic]: dialPort(app),
  [hangUpTopic]: hangUpPort(app),
  [recordingTopic]: recordingPort(app),
  [robotCallTopic]: robotPort(app),
  [callFilesTopic]: callFilesPort(app),
})

/** What scheduled tasks can do, by the name of the class. */
export const taskRunners: ReadonlyMap<string, TaskRunner> = new Map(
  Object.entries({
    aiCallPlan,
    allocateCases,
    auditBook: nightlyAudit,
    closeDays: closeDaysTask,
    doDisburse,
    doLate,
    drawCommission,
    drawConductSample,
    drawQualitySample,
    endPromises,
    expireApprovals,
    expireCoupons,
    expireHolds,
    fillHolidays,
    lapseReductions: expireReductions,
    matchSettlements,
    purgeExports,
    queryPayout: queryPayouts,
    renewCredit,
    reviewAccess: reviewAccessTask,
    sendMessages,
    sendReports,
    sweepPaying,
  }),
)
