import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { imports } from '#contract/imports/calls.ts'
import type { Output } from '#contract/kernel/endpoint.ts'
import { root } from '#server/kernel/base/root.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { type Measure, quantile, timed } from './harness.ts'
import { apiClient, secret, serverFlags, signIn, startProcess, temporaryFolder } from './support/server.ts'

/** Lines of the book. */
const count = Number(process.env.BENCH_LINES ?? 500_000)
/** Pages a second that somebody looks at meanwhile. */
const pageMs = 200
/** How many pages are asked for beside nothing, to compare. */
const alone = 100

const headings =
  'customerid,systemloanid,loannumber,creationdate,approveddate,loanamount,totaldue,termdays,firstduedate,firstrepaiddate,closeddate'
const times =
  '2025-01-10 09:00:00,2025-01-10 10:00:00,10000.00,13000.00,30,2025-02-09,2025-02-08 12:00:00,2025-02-08 12:30:00'

/** A book of loans, three to a customer. */
function writeLoans(path: string): void {
  const lines = Array.from({ length: count }, (_, i) => `c${Math.floor(i / 3)},${i},${(i % 3) + 1},${times}`)
  writeFileSync(path, [headings, ...lines].join('\n'))
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const median = (samples: readonly number[]) => quantile(samples, 0.5)

/** What a page waits, and the heap, while a book comes into the embedded database. */
export const measure: Measure = async () => {
  const folder = temporaryFolder('import-pages')
  const [heapLog, book] = [join(folder, 'heap'), join(folder, 'loans.csv')]
  writeFileSync(heapLog, '')
  writeLoans(book)
  const server = await startProcess({
    args: [...serverFlags, '--import', join(root, 'bench/support/heap-log.js'), join(root, 'dist/server/main.js')],
    env: {
      ...{ LENDLINE_DEMO: '1', DEMO_LOANS: '200', LENDLINE_SECRET: secret },
      ...{ DATABASE_URL: '', DATA_DIR: join(folder, 'data'), HEAP_LOG: heapLog },
    },
    ready: '/api/get/time',
  })
  const token = await signIn(server.url, 'manager')
  const ask = apiClient(server.url, token)
  const page = () => timed(() => ask('/loans?q=&from=0&size=50'))
  const heap = () => readFileSync(heapLog, 'utf8').trim().split('\n').map(Number)

  const control: number[] = []
  for (let i = 0; i < alone; i++) control.push(await page())
  const idle = median(heap().slice(-20))

  const body = new FormData()
  body.append('loans', new Blob([readFileSync(book)]), 'loans.csv')
  const uploaded = await fetch(`${server.url}/api/imports`, {
    method: 'POST',
    headers: { Authentication: token },
    body,
  })
  const { import: opened, mapping } = ((await uploaded.json()) as { data: Output<typeof imports.upload> }).data // of `imports.upload`
  await ask('/session/prove', { proof: demoPassword })
  const before = heap().length
  const from = performance.now()
  await ask('/imports/start', { id: opened.id, mapping: { ...mapping, book: 'measured' } })
  const beside: number[] = []
  for (;;) {
    beside.push(await page())
    const { state, loaded } = await ask<{ state: string; loaded: number }>(`/imports/${opened.id}`)
    if (state !== 'running' && loaded !== count) throw new Error(`${state} after ${loaded} lines`)
    if (state !== 'running') break
    await sleep(pageMs)
  }
  const seconds = (performance.now() - from) / 1_000
  const most = Math.max(...heap().slice(before))
  const [p99, ownP99] = [quantile(beside, 0.99), quantile(control, 0.99)]
  return [
    {
      what: `a page while ${count.toLocaleString('en')} lines come into the embedded database, p99`,
      unit: 'ms',
      samples: [p99],
      control: { what: 'the same page beside nothing', samples: [ownP99] },
      budget: { most: 200 },
    },
    {
      what: 'the same, median',
      unit: 'ms',
      samples: [median(beside)],
      control: { what: 'the same page beside nothing', samples: [median(control)] },
    },
    { what: 'JavaScript heap above idle, at most', unit: 'MB', samples: [most - idle], budget: { most: 300 } },
    { what: 'lines loaded', unit: '/s', samples: [count / seconds] },
  ]
}
