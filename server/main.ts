import { join } from 'node:path'
import { openEnvironmentDatabase, readEnvironment } from './environment.ts'
import { FolderInUse } from './kernel/base/data-folder.ts'
import { isAway } from './kernel/base/database.ts'
import { UnsupportedLocale } from './kernel/base/locale.ts'
import { root } from './kernel/base/root.ts'
import { seedDemo, sizeOf } from './seed/demo.ts'
import { addAdministrator, addFoundation, demoPassword } from './seed/foundation.ts'
import { roleMarks, roles } from './seed/roles.ts'
import { startServer } from './server.ts'

const environment = readEnvironment()

const say = (line: string) => process.stdout.write(`${line}\n`)

const database = await openEnvironmentDatabase(environment).catch((error: unknown): never => {
  if (error instanceof FolderInUse) say(`${error.message}. Stop it first, or set DATA_DIR to another folder.`)
  else if (error instanceof UnsupportedLocale) say(error.message)
  else if (isAway(error)) say('The database that DATABASE_URL names cannot be reached.')
  else throw error
  process.exit(1)
})

await addFoundation(database.db, environment)
const password = environment.demo ? null : await addAdministrator(database.db, new Date())
if (environment.demo) await seedDemo(database, environment, { ...sizeOf(environment.demoLoans), progress: true })

const server = await startServer({
  database,
  ...environment,
  sandbox: environment.demo ? { seed: 'demo', delayMs: 1_500 } : undefined,
  web: join(root, 'dist/web'),
  logger: true,
  asksTwoFactor: !environment.demo,
})

say(`\n  Lendline is at http://localhost:${environment.port}\n`)
if (password) say(`  Sign in as admin with ${password}; it is good once.\n`)
if (environment.demo) {
  const accounts = roleMarks.map((mark) => roles[mark].account)
  say(`  Demo accounts, password ${demoPassword}:\n  ${accounts.join(' ')}\n`)
}

let stopping = false
const stop = async () => {
  if (stopping) return
  stopping = true
  await server.stop()
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
