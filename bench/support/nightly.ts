import { type Budget, type Figure, quantile, timed } from '../harness.ts'
import type { ApiCall } from './server.ts'

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Concurrent reads: what people look at meanwhile, and how long each of them looks before the next. */
const orderPages = {
  'orders overdue': '/loans?size=50&q=state:50',
  'plans, first page': '/plans?size=50',
  'one order': '/loans/LN00000001',
  'orders, how many wait': '/loans/count?q=state:31',
} as const
const lookMs = 250

/** Addresses of what is looked at, by its name. */
type Pages = Readonly<Record<string, string>>
/** How long answers took, in ms, by what was looked at. */
type Times = ReadonlyMap<string, readonly number[]>

/** Reads every page again and again until `over`, one reader for each. */
export async function measureReads(ask: ApiCall, over: () => boolean, pages: Pages = orderPages): Promise<Times> {
  const lane = async ([page, at]: [string, string]) => {
    const times: number[] = []
    while (!over()) {
      times.push(await timed(() => ask(at)))
      await sleep(lookMs)
    }
    return [page, times] as const
  }
  return new Map(await Promise.all(Object.entries(pages).map(lane)))
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
export const readFigures = (
  before: Times,
  during: Times,
  { when = 'meanwhile', budget }: { readonly when?: string; readonly budget?: Budget } = {},
): Figure[] =>
  [...during].map(([page, times]) => ({
    ...{ what: `${when}, ${page}, p95`, unit: 'ms', samples: [quantile(times, 0.95)] },
    control: { what: 'the same before', samples: [quantile(before.get(page)!, 0.95)] },
    ...(budget && { budget }),
  }))
