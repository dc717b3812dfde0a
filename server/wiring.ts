import { seal } from './kernel/audit.ts'
import type { Ground } from './kernel/ground.ts'
import { forget } from './kernel/idempotency.ts'
import type { Job, Work } from './kernel/jobs.ts'
import type { Port } from './kernel/outbox.ts'
import { forgetSealed } from './kernel/sealed.ts'
import { lapseRequests } from './modules/approvals/lapse.ts'
import { resumeBatches } from './modules/batches/start.ts'
import { expireCoupons } from './modules/coupons/expire.ts'
import { tendExports } from './modules/exports/run.ts'
import { tendJobs } from './modules/jobs/runner.ts'
import { decisionPort, decisionTopic } from './modules/loans/decision/decide.ts'
import { decisionTable } from './modules/loans/decision/table.ts'
import { doLate } from './modules/loans/late.ts'
import { doDisburse, expireApprovals } from './modules/loans/work.ts'
import { messagePort } from './modules/messages/gateway.ts'
import { sendMessages } from './modules/messages/send.ts'
import { messageTopic } from './modules/messages/write.ts'
import { linkPort, linkTopic } from './modules/payments/gateway.ts'
import { paymentQueryPort, paymentQueryTopic, sweepPaying } from './modules/payments/sweep.ts'
import { type GatewayAddress, payoutPort } from './modules/payouts/gateway.ts'
import { queryPayouts, queryPort } from './modules/payouts/query.ts'
import { payoutQueryTopic, payoutTopic } from './modules/payouts/steps.ts'
import { forgetImages } from './modules/proofs/images.ts'
import { lapseReductions } from './modules/reductions/lapse.ts'

const dayMs = 86_400_000

/** Work that runs by the clock on some server and that nobody has to know of. */
export const housekeeping: readonly Job[] = [
  {
    id: 'sealAudit',
    cron: '* * * * *',
    async run({ database }) {
      while ((await seal(database.db)) > 0);
    },
  },
  {
    id: 'forget',
    cron: '20 * * * *',
    async run({ database: { db }, clock }) {
      const before = new Date(clock.now().getTime() - dayMs)
      await forget(db, before)
      await forgetImages(db, before)
      await forgetSealed(db, new Date(before.getTime() - 29 * dayMs))
    },
  },
  resumeBatches,
  lapseRequests,
  tendExports,
  tendJobs,
]

/** How what is in the outbox leaves the building, by topic. */
export const portsOf = (ground: Ground, address: () => GatewayAddress): Readonly<Record<string, Port>> => ({
  [payoutTopic]: payoutPort(ground, address),
  [payoutQueryTopic]: queryPort(ground, address),
  [linkTopic]: linkPort(ground, address),
  [messageTopic]: messagePort(ground, address),
  [paymentQueryTopic]: paymentQueryPort(ground, address),
  [decisionTopic]: decisionPort(ground, decisionTable),
})

/** What scheduled tasks can do, by the name of the class. */
export const worksOf = (address: () => GatewayAddress): ReadonlyMap<string, Work> =>
  new Map(
    Object.entries({
      doDisburse,
      doLate,
      expireApprovals,
      expireCoupons,
      lapseReductions,
      queryPayout: queryPayouts(address),
      sendMessages,
      sweepPaying: sweepPaying(address),
    }),
  )
