import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Batch, Preview } from '#contract/batches.ts'
import { openDatabase } from '#server/kernel/base/database.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { interleaved, type Measure, onTeardown, repeats, timed } from './harness.ts'
import { query, startBooks } from './support/book.ts'
import { writeOrders } from './support/orders.ts'
import { redisburseByHand } from './support/redisburse.ts'
import { type ApiCall, apiClient, signIn, startServer, temporaryFolder } from './support/server.ts'

/** Rows of one batch. */
const size = 1_500
const pollMs = 50

/** A stub payment gateway: accepts every pay-out and never calls back. */
async function startChannel(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(202).end('{}'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTeardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port
}

/** As many failed pay-outs as any number of repeats takes, beside those of the book. */
async function addFailedPayouts(url: string): Promise<void> {
  const database = await openDatabase({ url })
  await writeOrders(database, { prefix: 'LF', count: size * (2 * repeats + 1), state: 31, due: null })
  await database.query(
    `update loans set card_id = (select id from cards where state = 'bound' and similarity_ppm >= 900000 limit 1),
       failed_at = now() where id like 'LF%'`,
  )
  await database.query(
    `insert into payouts (id, loan_id, attempt, card_id, amount_minor, currency, channel, state, requested_at)
     select id || '-1', id, 1, card_id, received_minor, currency, 'sandbox', 'fail', now() from loans where id like 'LF%'`,
  )
  await database.query('analyze loans, payouts')
  await database.close()
}

/** Orders whose pay-out may be tried again, so many at a time. */
async function eligible(url: string): Promise<() => string[]> {
  const rows = await query<{ id: string }>(
    url,
    `select l.id from loans l join cards c on c.id = l.card_id
     where l.state = 31 and l.attempts between 1 and 4 and c.state = 'bound' and c.similarity_ppm >= 800000
       and (select state from payouts p where p.loan_id = l.id order by attempt desc limit 1) = 'fail'
     order by md5(l.id)`,
  )
  const ids = rows.map(({ id }) => id)
  return () => {
    return ids.splice(0, size)
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Waits until nothing in the outbox is due: a demo book has messages for the next two hours. */
async function outboxEmpty(url: string): Promise<void> {
  const waiting = `select count(*)::int as count from outbox where state = 'waiting' and next_at <= now()`
  while ((await query<{ count: number }>(url, waiting))[0]!.count > 0) await sleep(500)
}

/** Previews a batch, runs it, and waits for its end. Answers its throughput, in rows a second. */
async function rate(ask: ApiCall, ids: readonly string[]): Promise<number> {
  const selection = { listing: 'loans.failedPayouts', ids }
  const preview = await ask<Preview>('/batches/preview', { command: 'loans.redisburse', selection, args: {} })
  await ask('/session/prove', { proof: demoPassword })
  const from = performance.now()
  let run = await ask<Batch>('/batches/run', { id: preview.id })
  while (run.state !== 'finished') {
    await sleep(pollMs)
    run = await ask<Batch>(`/batches/${run.id}`)
  }
  const perSecond = (ids.length / (performance.now() - from)) * 1_000
  if (run.success !== ids.length) throw new Error(`of ${ids.length} rows only ${run.success} were done`)
  return perSecond
}

/** Throughput of a batch: one row, one transaction, each with its audit row, its pay-out and its message. */
export const measure: Measure = async () => {
  const books = await startBooks()
  const url = await books.copy('batch')
  await addFailedPayouts(url)
  const channel = await startChannel()
  const server = await startServer({
    DATABASE_URL: url,
    DATA_DIR: temporaryFolder('batch'),
    PAYOUT_GATEWAY_URL: channel,
  })
  const ask = apiClient(server.url, await signIn(server.url, 'manager'))
  const some = await eligible(url)
  const run = async () => {
    const perSecond = await rate(ask, some())
    await outboxEmpty(url)
    return perSecond
  }
  await run()
  const { ours, control } = await interleaved({
    ours: run,
    control: async () => (size / (await timed(() => redisburseByHand(url, some())))) * 1_000,
  })
  return [
    {
      what: `re-disbursing ${size.toLocaleString('en')} orders in one run`,
      unit: '/s',
      samples: ours,
      control: { what: 'the same statements in a plain loop, 4 at once', samples: control },
      budget: { least: 300 },
    },
  ]
}
