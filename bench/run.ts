import { writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { buildAll } from '#scripts/build.ts'
import { isStale } from '#scripts/stale.js'
import { root } from '#server/kernel/base/root.ts'
import { type Figure, type Measure, table, teardown } from './harness.ts'

type Parts = Readonly<Record<string, Measure>>
/** One measurement, or several that are made one after another and can be asked for alone. */
type Bench = { readonly measure: Measure } | { readonly parts: Parts }

/** What can be measured, by name. */
const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  'bundle-size': () => import('./bundle-size.ts'),
  palette: () => import('./palette.ts'),
  keys: () => import('./keys.ts'),
  start: () => import('./start.ts'),
  import: () => import('./import.ts'),
  seed: () => import('./seed.ts'),
  list: () => import('./list.ts'),
  'narrow-tables': () => import('./narrow-tables.ts'),
  exports: () => import('./exports.ts'),
  find: () => import('./find.ts'),
  grid: () => import('./grid.ts'),
  batch: () => import('./batch.ts'),
  callbacks: () => import('./callbacks.ts'),
  people: () => import('./people.ts'),
  cases: () => import('./cases.ts'),
  reviews: () => import('./reviews.ts'),
  rights: () => import('./rights.ts'),
  'penalty-accrual': () => import('./penalty-accrual.ts'),
  allocation: () => import('./allocation.ts'),
  facts: () => import('./facts.ts'),
  reports: () => import('./reports.ts'),
  quote: () => import('./quote.ts'),
  pictures: () => import('./pictures.ts'),
}

const out = join(root, 'dist/bench.md')
const say = (text: string) => process.stdout.write(`${text}\n`)

const machine = () => {
  const [cpu] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} × ${cpu?.model.trim()}, ${gigabytes} GB, ${process.platform} ${release()}, Node ${process.versions.node}`
}

/** What the command line names, without the paths that some take: `grid`, or parts of it as `grid:heap grid:rows`. */
function requestedBenches(): ReadonlyMap<string, readonly string[]> {
  const words = process.argv.slice(2).filter((word) => !word.includes('/'))
  const asked = new Map<string, string[]>()
  for (const word of words.length > 0 ? words : Object.keys(benches)) {
    const [name = '', ...parts] = word.split(':')
    asked.set(name, [...(asked.get(name) ?? []), ...parts])
  }
  const unknown = [...asked.keys()].filter((name) => !(name in benches))
  if (unknown.length === 0) return asked
  throw new Error(`there is no ${unknown.join(', ')}; there is ${Object.keys(benches).join(', ')}`)
}

/** The measurements of a bench that are asked for; all of them where none is named. */
function partsOf(bench: Bench, names: readonly string[]): readonly Measure[] {
  if (names.length === 0) return 'parts' in bench ? Object.values(bench.parts) : [bench.measure]
  const parts: Parts = 'parts' in bench ? bench.parts : {}
  return names.map((name) => {
    const part = parts[name]
    if (part) return part
    throw new Error(`there is no part ${name}; there is ${Object.keys(parts).join(', ') || 'none'}`)
  })
}

/** Measures, and says what came of each part as soon as it is known. */
async function run(name: string, parts: readonly string[]): Promise<string> {
  say(`\n## ${name}\n`)
  const figures: Figure[] = []
  try {
    for (const measure of partsOf(await benches[name]!(), parts)) {
      const made = await measure()
      figures.push(...made)
      say(made.length > 0 ? `${table(made)}\n` : 'Skipped.')
    }
  } catch (error) {
    process.exitCode = 1
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    say(reason)
    return `## ${name}\n\nBroke: ${reason.split('\n')[0]}\n`
  } finally {
    await teardown()
  }
  return `## ${name}\n\n${figures.length > 0 ? table(figures) : 'Skipped.'}\n`
}

// whoever is interrupted leaves nothing running, however often they are
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void teardown().finally(() => process.exit(1)))
const asked = requestedBenches()
if (isStale()) await buildAll()
const sections: string[] = []
for (const [name, parts] of asked) sections.push(await run(name, parts))
writeFileSync(out, `# Measurements\n\n${machine()}\n\n${sections.join('\n')}`)
say(`\nWritten to ${out}`)
