import { join } from 'node:path'
import { startServer } from './compose.ts'
import { openFrom, readEnvironment } from './environment.ts'
import { FolderInUse } from './kernel/folder.ts'
import { root } from './kernel/root.ts'
import { seedDemo, sizeOf } from './seed/demo.ts'
import { addAdministrator, addFoundation, demoPassword } from './seed/foundation.ts'
import { roleMarks, roles, twoFactorRoles } from './seed/roles.ts'

const environment = readEnvironment()

const say = (line: string) => process.stdout.write(`${line}\n`)

const database = await openFrom(environment).catch((error: unknown): never => {
  if (!(error instanceof FolderInUse)) throw error
  say(`${error.message}. Stop it first, or set DATA_DIR to another folder.`)
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
  twoFactorFor: environment.demo ? [] : twoFactorRoles,
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
