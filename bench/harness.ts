/** What a figure is counted in. */
export type Unit = 'ms' | 's' | 'kB' | 'MB' | '/s' | '%' | ''

/** What a figure has to keep: itself, or as a multiple of its control. */
export interface Budget {
  readonly most?: number
  readonly least?: number
  readonly ratioMost?: number
  readonly ratioLeast?: number
}

/** Something that was measured: one sample for each repeat, and beside it the control of the same repeat. */
export interface Figure {
  readonly what: string
  readonly unit: Unit
  readonly samples: readonly number[]
  readonly control?: { readonly what: string; readonly samples: readonly number[] }
  /** None: shown for what it explains. */
  readonly budget?: Budget
}

/** Measures one thing, beside its controls. */
export type Measure = () => Promise<readonly Figure[]>

/** How often everything is measured; fewer only to try a measurement out. */
export const repeats = Number(process.env.BENCH_REPEATS ?? 5)

/** The quantile of `samples` at `share`, interpolated between its neighbours. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!]
  return low + (high - low) * (at - Math.floor(at))
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5)

/** How long `work` takes, in milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** CPU time of `work`, in milliseconds: what others do on the machine does not count. */
export function cpuTime(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

type Ways = Readonly<Record<string, () => unknown>>
type Results<W extends Ways> = { readonly [Name in keyof W]: Awaited<ReturnType<W[Name]>>[] }

/** Runs every way once per repeat, each time in the opposite order: what disturbs the machine disturbs all of them. */
export async function interleaved<W extends Ways>(ways: W, times = repeats): Promise<Results<W>> {
  const results = Object.fromEntries(Object.keys(ways).map((name) => [name, [] as unknown[]]))
  const names = Object.keys(ways)
  for (let i = 0; i < times; i++) {
    for (const name of i % 2 === 0 ? names : names.toReversed()) results[name]!.push(await ways[name]!())
  }
  return results as Results<W> // by the names of the ways, filled from their own answers
}

/** The control's samples beside the figure's own, repeat for repeat; nothing beside nothing is the same. */
export const ratioOf = ({ samples, control }: Figure): number | null =>
  control
    ? median(samples.map((sample, i) => (sample === control.samples[i] ? 1 : sample / control.samples[i]!)))
    : null

/** Whether a figure keeps its budget; null where it has none. */
export function holds(figure: Figure): boolean | null {
  const { samples, budget } = figure
  if (!budget) return null
  const { most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY } = budget
  const { ratioMost = Number.POSITIVE_INFINITY, ratioLeast = Number.NEGATIVE_INFINITY } = budget
  const [value, ratio] = [median(samples), ratioOf(figure)]
  const within = ratio === null || (ratio <= ratioMost && ratio >= ratioLeast)
  return value <= most && value >= least && within
}

const digits = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0 })

const spread = (samples: readonly number[]): string =>
  `${digits(median(samples))} [${digits(quantile(samples, 0.25))}–${digits(quantile(samples, 0.75))}]`

const budgetOf = ({ budget = {}, unit }: Figure): string =>
  [
    budget.most !== undefined && `≤ ${digits(budget.most)} ${unit}`,
    budget.least !== undefined && `≥ ${digits(budget.least)} ${unit}`,
    budget.ratioMost !== undefined && `≤ ${budget.ratioMost} ×`,
    budget.ratioLeast !== undefined && `≥ ${budget.ratioLeast} ×`,
  ]
    .filter(Boolean)
    .join(', ')
    .trim()

const headings = ['what', 'median [quartiles]', 'control', 'ratio', 'budget', 'holds']

function row(figure: Figure): string[] {
  const { what, unit, samples, control } = figure
  const ratio = ratioOf(figure)
  const kept = holds(figure)
  return [
    what,
    `${spread(samples)} ${unit}`.trim(),
    control ? `${control.what}: ${spread(control.samples)}` : '',
    ratio === null ? '' : digits(ratio),
    budgetOf(figure),
    kept === null ? '' : kept ? 'yes' : '**no**',
  ]
}

/** Figures as a table in Markdown. */
export function table(figures: readonly Figure[]): string {
  const rows = [headings, headings.map(() => '---'), ...figures.map(row)]
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const endings: (() => unknown)[] = []

/** Teardown: has `work` done when measuring is over, however it ends; what was begun last ends first. */
export const onTeardown = (work: () => unknown): void => void endings.push(work)

let ending: Promise<void> | null = null

const resets: (() => void)[] = []

/** A fixture that several measurements share: set up by the first that asks, and again after a teardown. */
export function shared<Value>(begin: () => Promise<Value>): () => Promise<Value> {
  let pending: Promise<Value> | null = null
  resets.push(() => {
    pending = null
  })
  return () => {
    pending ??= begin()
    return pending
  }
}

/** Ends everything that was set up, the last first. */
export async function teardown(): Promise<void> {
  ending ??= (async () => {
    for (let work = endings.pop(); work; work = endings.pop()) await work()
    for (const forget of resets) forget()
  })()
  await ending
  ending = null
}
