import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, stamp } from '#scripts/stale.js'
import { type Figure, interleaved, type Measure, repeats } from './harness.ts'
import { startBooks } from './support/book.ts'
import { apiClient, serverFlags, signIn, startProcess, startServer, temporaryFolder } from './support/server.ts'

/** What `npm start` runs. Answers how long until the first answer, in seconds. */
async function start(folder: string): Promise<number> {
  const { startedMs, stop } = await startProcess({
    args: [...serverFlags, join(root, 'scripts/start.js')],
    env: { DATA_DIR: folder },
    ready: '/api/get/time',
  })
  await stop()
  return startedMs / 1_000
}

/** For somebody who has just installed it: it builds, writes the demo book, listens. */
async function firstStart(folder: string): Promise<number> {
  rmSync(stamp, { force: true })
  return start(folder)
}

const again = (folder: string) => () => start(folder)

/** The database alone: opened, and asked over HTTP. */
const pgliteAlone = (folder: string) => async (): Promise<number> => {
  const args = [join(import.meta.dirname, 'support/bare-embedded.ts')]
  const env = { FOLDER: join(folder, 'pglite') }
  const { startedMs, stop } = await startProcess({ args: ['--import', 'tsx', ...args], env, ready: '/' })
  await stop()
  return startedMs / 1_000
}

async function measureStart(): Promise<Figure[]> {
  const firsts: number[] = []
  let folder = ''
  for (let i = 0; i < repeats; i++) {
    folder = temporaryFolder('start')
    firsts.push(await firstStart(folder))
  }
  const { ours, control } = await interleaved({ ours: again(folder), control: pgliteAlone(folder) })
  return [
    {
      what: '`npm start` for the first time, build and demo book, to the first answer',
      unit: 's',
      samples: firsts,
      budget: { most: 40 },
    },
    {
      what: '`npm start` with an existing book, to the first answer',
      unit: 's',
      samples: ours,
      control: { what: 'PGlite alone', samples: control },
      budget: { most: 2 },
    },
  ]
}

const warmCalls = 400
const paths = ['/loans?size=200', '/plans?size=200', '/cases/open?size=200', '/getInfo', '/loans/totals?q=state:31']

/** What the server holds after it has been worked with for a while, in MB. */
async function resident(): Promise<Figure> {
  const { book } = await startBooks()
  const samples: number[] = []
  for (let i = 0; i < repeats; i++) {
    const server = await startServer({ DATABASE_URL: book, DATA_DIR: temporaryFolder('resident') })
    const ask = apiClient(server.url, await signIn(server.url, 'manager'))
    for (let call = 0; call < warmCalls; call += 4) {
      await Promise.all([0, 1, 2, 3].map((lane) => ask(paths[(call + lane) % paths.length]!)))
    }
    samples.push(server.residentMb())
    await server.stop()
  }
  return {
    what: `memory of the server on PostgreSQL after ${warmCalls} calls`,
    unit: 'MB',
    samples,
    budget: { most: 300 },
  }
}

/** Startup time to the first answer, and the resident memory of a server in use. */
export const measure: Measure = async () => [...(await measureStart()), await resident()]
