import { join } from 'node:path'
import { openEnvironmentDatabase, readEnvironment } from './environment.ts'
import { ConfigurationError } from './kernel/base/configuration-error.ts'
import { FolderInUse } from './kernel/base/data-folder.ts'
import { root } from './kernel/base/root.ts'
import { seedDemo, sizeOf } from './seed/demo.ts'
import { addAdministrator, addFoundation, demoPassword } from './seed/foundation.ts'
import { roleMarks, roles } from './seed/roles.ts'
import { type Server, startServer } from './server.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Whether the port cannot be listened on: somebody else has it, it takes other rights, or the address is not of this machine. */
const cannotListen = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && ['listen', 'getaddrinfo'].includes(String(error.syscall))

/** Opens the database and listens, with what a first start writes. */
async function start(): Promise<Server> {
  const environment = readEnvironment()
  const { port, demo, demoLoans } = environment
  const database = await openEnvironmentDatabase(environment)
  await addFoundation(database.db, environment)
  const password = demo ? null : await addAdministrator(database.db, new Date())
  // at once: whatever keeps the server from starting, it is told only now
  if (password) say(`\n  Sign in as admin with ${password}; it is good once.`)
  if (demo) await seedDemo(database, environment, { ...sizeOf(demoLoans), progress: true })
  const server = await startServer({
    database,
    ...environment,
    sandbox: demo ? { seed: 'demo', delayMs: 1_500 } : undefined,
    web: join(root, 'dist/web'),
    logger: true,
    asksTwoFactor: !demo,
  })
  say(`\n  Lendline is at http://localhost:${port}\n`)
  const accounts = roleMarks.map((mark) => roles[mark].account)
  if (demo) say(`  Demo accounts, password ${demoPassword}:\n  ${accounts.join(' ')}\n`)
  return server
}

let server: Server | null = null
let stopping = false
/** Ends the process: once what is under way is answered, or at once where it has not begun to serve. */
const stop = async () => {
  if (stopping) return
  stopping = true
  await server?.stop()
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)

server = await start().catch((error: unknown): never => {
  if (error instanceof FolderInUse) say(`${error.message}. Stop it first, or set DATA_DIR to another folder.`)
  else if (error instanceof ConfigurationError) say(error.message)
  else if (cannotListen(error)) say(`PORT and HOST cannot be listened on: ${error.message}`)
  else throw error
  process.exit(1)
})
