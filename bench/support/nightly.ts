import { type Figure, quantile, timed } from '../harness.ts'
import type { ApiCall } from './server.ts'

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Concurrent reads: what people look at meanwhile, and how long each of them looks before the next. */
export const pages = {
  'orders overdue': '/loans?size=50&q=state:50',
  'plans, first page': '/plans?size=50',
  'one order': '/loans/LN00000001',
  'orders, how many wait': '/loans/count?q=state:31',
} as const
export type Page = keyof typeof pages
const lookMs = 250

type Times = Readonly<Record<Page, number[]>>

/** Reads every page again and again until `over`, one reader for each. Answers how long each answer took, in ms. */
export async function measureReads(ask: ApiCall, over: () => boolean): Promise<Times> {
  const times: Times = { 'orders overdue': [], 'plans, first page': [], 'one order': [], 'orders, how many wait': [] }
  const lane = async (page: Page) => {
    while (!over()) {
      times[page].push(await timed(() => ask(pages[page])))
      await sleep(lookMs)
    }
  }
  await Promise.all((Object.keys(pages) as Page[]).map(lane)) // its own keys
  return times
}

interface JobDetail {
  readonly job: { readonly version: number }
  readonly runs: readonly {
    readonly state: string
    readonly durationMs: number | null
    readonly done: number
    readonly log: string | null
  }[]
}

const pollMs = 200

/** Runs a nightly job once. Answers how long it took, in s, and how many rows it changed. */
export async function runJob(ask: ApiCall, id: string): Promise<{ seconds: number; done: number }> {
  const { job } = await ask<JobDetail>(`/jobs/${id}`)
  await ask('/jobs/run', { id, version: job.version })
  for (;;) {
    const [run] = (await ask<JobDetail>(`/jobs/${id}`)).runs
    if (run?.state === 'fail') throw new Error(`${id} failed: ${run.log}`)
    if (run?.state === 'success') return { seconds: (run.durationMs ?? 0) / 1_000, done: run.done }
    await sleep(pollMs)
  }
}

/** How much longer reads take while a job runs. */
export const readFigures = (before: Times, during: Times): Figure[] =>
  (Object.keys(pages) as Page[]).map((page) => {
    const [quick, slow] = [before[page], during[page]].map((times) => quantile(times, 0.95)) as [number, number] // two
    return {
      ...{ what: `meanwhile, ${page}, p95`, unit: 'ms', samples: [slow] },
      ...{ control: { what: 'the same before', samples: [quick] }, budget: { most: 2_000 } },
    }
  })
