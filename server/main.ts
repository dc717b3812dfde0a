import { join } from 'node:path'
import { openEnvironmentDatabase, readEnvironment } from './environment.ts'
import { FolderInUse } from './kernel/base/data-folder.ts'
import { root } from './kernel/base/root.ts'
import { WrongSetting } from './kernel/base/wrong-setting.ts'
import { seedDemo, sizeOf } from './seed/demo.ts'
import { addAdministrator, addFoundation, demoPassword } from './seed/foundation.ts'
import { roleMarks, roles } from './seed/roles.ts'
import { startServer } from './server.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Whether the port cannot be listened on: somebody else has it, it takes other rights, or the address is not of this machine. */
const isTaken = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && ['listen', 'getaddrinfo'].includes(String(error.syscall))

const cannotStart = (error: unknown): never => {
  if (error instanceof FolderInUse) say(`${error.message}. Stop it first, or set DATA_DIR to another folder.`)
  else if (error instanceof WrongSetting) say(error.message)
  else if (isTaken(error)) say(`PORT ${environment.port} of HOST ${environment.host} cannot be had: ${error.code}.`)
  else throw error
  process.exit(1)
}

const environment = await Promise.resolve()
  .then(() => readEnvironment())
  .catch(cannotStart)
const database = await openEnvironmentDatabase(environment).catch(cannotStart)

await addFoundation(database.db, environment)
const password = environment.demo ? null : await addAdministrator(database.db, new Date())
// at once: whatever keeps the server from starting, it is told only now
if (password) say(`\n  Sign in as admin with ${password}; it is good once.`)
if (environment.demo) await seedDemo(database, environment, { ...sizeOf(environment.demoLoans), progress: true })

const server = await startServer({
  database,
  ...environment,
  sandbox: environment.demo ? { seed: 'demo', delayMs: 1_500 } : undefined,
  web: join(root, 'dist/web'),
  logger: true,
  asksTwoFactor: !environment.demo,
}).catch(cannotStart)

say(`\n  Lendline is at http://localhost:${environment.port}\n`)
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
