import { once } from 'node:events'
import { readEnvironment } from '#server/environment.ts'
import { openDatabase } from '#server/kernel/database.ts'
import { secretsOf } from '#server/kernel/secrets.ts'
import { World } from '#server/seed/history/world.ts'
import { writeHistory } from '#server/seed/history/write.ts'
import type { Part, Said } from './seed-shares.ts'

process.once('disconnect', () => process.exit()) // nobody waits for it any longer
const say = (said: Said) => process.send!(said)

const [part] = (await once(process, 'message')) as [Part] // what this process was begun with
const { country, secret, databaseUrl } = readEnvironment()
const database = await openDatabase({ url: databaseUrl! }) // the embedded database is open in one process
const world = new World({ country, now: part.now, secrets: secretsOf(secret), share: part.share })
say({ written: await writeHistory(world, part, database, (loans) => say({ loans })) })
await database.close()
process.disconnect()
