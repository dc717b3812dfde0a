import { sql } from 'drizzle-orm'
import { PaymentEvent, payment, payments } from '#contract/payments.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { claimIn, mustBeSigned } from '#server/kernel/call/webhook.ts'
import { post } from '#server/kernel/jobs/outbox.ts'
import { findMany } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { sharesOf } from './allocations.ts'
import { signaturesOf } from './gateway.ts'
import { receiveWebhook } from './payment-webhook.ts'
import { reconcile } from './reconcile.ts'
import { askReversal, keep, reverse } from './reverse.ts'
import { paymentSource } from './source.ts'
import { paymentChannel, sendExitLink, sendLink } from './steps/links.ts'
import { paymentRows } from './store.ts'
import { paymentQueryTopic } from './sweep.ts'

/** Handlers of `payments`: money that comes in. */
export default implement(
  payments,
  {
    list: paymentSource,

    async detail({ id }, { tx, actor, app, fail }) {
      const access = { actor, scopes: actor.scopesOf(payments.detail.requires), app }
      const where = sql`${paymentRows.id} = ${id}`
      const [one] = await findMany(tx, { source: paymentSource, fields: payments.list.fields }, { where }, access)
      if (!one) return fail('not_found')
      return { payment: one, shares: await sharesOf(tx, id) }
    },

    sendLink: ({ amount }, call) => sendLink(call.row.id, { amount }, call),
    sendExitLink: (_, call) => sendExitLink(call.row.id, call),
    sendPlanLink: ({ amount }, call) => sendLink(call.row.loanId, { amount, planId: call.row.id }, call),

    async callback(sent, { tx, now, app, note }) {
      note({ actorName: paymentChannel, noun: 'loans' })
      const secrets = await signaturesOf(claimIn(sent, 'linkId'), app, tx)
      const event = mustBeSigned(PaymentEvent, sent, paymentChannel, { secrets })
      const { upi: _, ...told } = event // personal: it is in the payment, not in the log
      note({ objectId: event.loanId, reason: event.failure, after: told })
      await receiveWebhook(tx, event, now, app)
      return { received: true }
    },

    async query(_, { tx, row, now, requestId, fail }) {
      if (!row.platformRef) return fail('not_from_channel')
      await post(tx, { topic: paymentQueryTopic, key: `${row.id} ${requestId}`, body: { paymentId: row.id } }, now)
    },

    reconcile: (asked, call) => reconcile(asked, call),

    askReversal: ({ reason }, call) => askReversal(reason, call),
    reverse: (_, call) => reverse(call),
    keep: ({ reason }, call) => {
      call.note({ reason })
      return keep(call)
    },
  },
  [rowSource(payment, paymentSource)],
)
