import { once } from 'node:events'
import { readEnvironment } from '#server/environment.ts'
import { openDatabase } from '#server/kernel/base/database.ts'
import { secretsOf } from '#server/kernel/base/secrets.ts'
import { stagesOf } from '#server/modules/stages/steps.ts'
import { SeedContext } from '#server/seed/history/context.ts'
import { writeHistory } from '#server/seed/history/write-history.ts'
import type { ShareMessage, ShareTask } from './seed-shares.ts'

process.once('disconnect', () => process.exit()) // nobody waits for it any longer
const say = (said: ShareMessage) => process.send!(said)

const [part] = (await once(process, 'message')) as [ShareTask] // what this process was begun with
const { country, secret, databaseUrl } = readEnvironment()
const database = await openDatabase({ url: databaseUrl! }) // the embedded database is open in one process
const stages = await stagesOf(database.db)
const context = new SeedContext({ country, now: part.now, secrets: secretsOf(secret), stages, share: part.share })
say({ written: await writeHistory(context, part, database, (loans) => say({ loans })) })
await database.close()
process.disconnect()
