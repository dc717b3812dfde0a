import { toInstant } from '#contract/kernel/calendar.ts'
import type { Database } from '#server/kernel/base/database.ts'
import { secretsOf } from '#server/kernel/base/secrets.ts'
import { paymentChannel } from '#server/modules/payments/steps/links.ts'
import { payoutChannel } from '#server/modules/payouts/steps.ts'
import { type Figure, type Measure, timed } from './harness.ts'
import { daysAgo, emptyDatabase, writeOrders } from './support/orders.ts'
import { secret, startServer, temporaryFolder } from './support/server.ts'

/** How many callbacks each channel sends, how many concurrently, and how many are sent twice: one in so many. */
const [count, atOnce, everyTwice] = [10_000, 50, 5]

const number = (n: number, digits: number) => String(n).padStart(digits, '0')
const [paying, owing] = ['LP', 'LO']

/** The payload that each channel sends about an order. */
const payloads = {
  payouts: (n: number) => ({
    ...{ payoutId: `${paying}${number(n, 8)}-1`, outcome: 'paid', amountMinor: 425_000, currency: 'INR' },
    ...{ channelRef: `C${n}`, utr: `1${number(n, 11)}`, failure: null },
  }),
  payments: (n: number) => ({
    ...{ ref: `P${n}`, loanId: `${owing}${number(n, 8)}`, linkId: null, by: 'eWallet', outcome: 'success' },
    ...{ amountMinor: 503_500, currency: 'INR', at: toInstant(new Date()), paymentNo: `PN${n}` },
    ...{ utr: `2${number(n, 11)}`, upi: null, costMinor: 0, failure: null },
  }),
} as const
type Channel = keyof typeof payloads
const signers: Readonly<Record<Channel, string>> = { payouts: payoutChannel, payments: paymentChannel }

/** The bodies of all calls of a channel: every one once, some of them a second time a while later. */
function bodiesOf(channel: Channel): string[] {
  const secrets = secretsOf(secret)
  const signed = Array.from({ length: count }, (_, i) => {
    const payload = JSON.stringify(payloads[channel](i + 1))
    return JSON.stringify({ payload, signature: secrets.sign(signers[channel], payload) })
  })
  return signed.flatMap((body, i) => (i % everyTwice === 0 && i >= atOnce ? [body, signed[i - atOnce]!] : [body]))
}

/** Calls back with all of them, so many at once. Answers how many were acknowledged in a second. */
async function rate(url: string, channel: Channel): Promise<number> {
  const bodies = bodiesOf(channel)
  const left = [...bodies].reverse()
  const headers = { 'content-type': 'application/json' }
  const lane = async () => {
    for (let body = left.pop(); body; body = left.pop()) {
      const response = await fetch(`${url}/api/callbacks/${channel}`, { method: 'POST', headers, body })
      const { code, msg } = (await response.json()) as { code: number; msg: string } // what every call answers
      if (code !== 200) throw new Error(`a callback was answered ${code}: ${msg}`)
    }
  }
  const ms = await timed(() => Promise.all(Array.from({ length: atOnce }, lane)))
  return (bodies.length / ms) * 1_000
}

/** How many orders are not as one callback, and no more than one, leaves them. */
const wrong: Readonly<Record<Channel, string>> = {
  payouts: `select count(*)::int as wrong from loans l where id like '${paying}%' and not (l.state = 30
      and (select count(*) from plans where loan_id = l.id) = 1
      and (select count(*) from payouts where loan_id = l.id and state = 'success') = 1
      and (select count(*) from loan_states where loan_id = l.id and event = 'disburseOk') = 1)`,
  payments: `select count(*)::int as wrong from loans l where id like '${owing}%' and not (l.state = 40
      and (select count(*) from payments where loan_id = l.id and state = 'success') = 1
      and (select sum(a.paid_penalty + a.paid_fee + a.paid_interest + a.paid_principal) from allocations a
             join plans p on p.id = a.plan_id where p.loan_id = l.id) = 503500
      and (select sum(owed_minor) from plans where loan_id = l.id) = 0)`,
}

async function write(database: Database): Promise<void> {
  await writeOrders(database, { prefix: paying, count, state: 29, due: null })
  await database.query(
    `insert into payouts (id, loan_id, attempt, card_id, amount_minor, currency, channel, state, requested_at)
     select id || '-1', id, 1, card_id, received_minor, currency, 'sandbox', 'paying', now() from loans where state = 29`,
  )
  await writeOrders(database, { prefix: owing, count, state: 30, due: `date '${daysAgo(0)}'` })
  await database.query('analyze')
}

/** Throughput of payment callbacks (webhooks), and whether any is lost or counts twice. */
export const measure: Measure = async () => {
  const { url, database } = await emptyDatabase()
  await write(database)
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: temporaryFolder('callbacks') })
  const figures: Figure[] = []
  for (const channel of ['payouts', 'payments'] as const) {
    const perSecond = await rate(server.url, channel)
    const { rows } = await database.query(wrong[channel])
    const what = `${count.toLocaleString('en')} callbacks of ${channel}, ${atOnce} at once`
    figures.push({ what, unit: '/s', samples: [perSecond] })
    figures.push({ what: 'of these lost or doubled', unit: '', samples: [Number(rows[0]!.wrong)], budget: { most: 0 } })
  }
  return figures
}
