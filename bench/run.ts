import { writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { buildAll, isStale } from '#scripts/build.ts'
import { root } from '#server/kernel/root.ts'
import { endAll, type Figure, type Measure, table } from './harness.ts'

/** What can be measured, by name. */
const benches: Readonly<Record<string, () => Promise<{ measure: Measure }>>> = {
  signin: () => import('./signin.ts'),
  palette: () => import('./palette.ts'),
  start: () => import('./start.ts'),
  import: () => import('./import.ts'),
  seed: () => import('./seed.ts'),
  list: () => import('./list.ts'),
  narrow: () => import('./narrow.ts'),
  find: () => import('./find.ts'),
  grid: () => import('./grid.ts'),
  batch: () => import('./batch.ts'),
  callbacks: () => import('./callbacks.ts'),
  late: () => import('./late.ts'),
  quote: () => import('./quote.ts'),
}

const out = join(root, 'dist/bench.md')
const say = (text: string) => process.stdout.write(`${text}\n`)

const machine = () => {
  const [cpu] = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} × ${cpu?.model.trim()}, ${gigabytes} GB, ${process.platform} ${release()}, Node ${process.versions.node}`
}

/** Names on the command line, without the paths that some of them take. */
function wanted(): string[] {
  const names = process.argv.slice(2).filter((word) => !word.includes('/'))
  const unknown = names.filter((name) => !(name in benches))
  if (unknown.length === 0) return names.length > 0 ? names : Object.keys(benches)
  throw new Error(`there is no ${unknown.join(', ')}; there is ${Object.keys(benches).join(', ')}`)
}

async function run(name: string): Promise<string> {
  say(`\n## ${name}\n`)
  const { measure } = await benches[name]!()
  let figures: readonly Figure[]
  try {
    figures = await measure()
  } catch (error) {
    process.exitCode = 1
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    say(reason)
    return `## ${name}\n\nBroke: ${reason.split('\n')[0]}\n`
  } finally {
    await endAll()
  }
  const made = figures.length > 0 ? table(figures) : 'Skipped.'
  say(made)
  return `## ${name}\n\n${made}\n`
}

// whoever is interrupted leaves nothing running, however often they are
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void endAll().finally(() => process.exit(1)))
const names = wanted()
if (isStale()) await buildAll()
const sections: string[] = []
for (const name of names) sections.push(await run(name))
writeFileSync(out, `# Measurements\n\n${machine()}\n\n${sections.join('\n')}`)
say(`\nWritten to ${out}`)
