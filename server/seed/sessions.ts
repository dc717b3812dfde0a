import { randomUUID } from 'node:crypto'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { randomToken, sha256 } from '#server/kernel/base/secrets.ts'
import { sessionRows } from '#server/modules/session/store.ts'
import { later, type SeedContext } from './history/context.ts'
import { staff } from './staff.ts'

const system = {
  windows: 'Windows NT 10.0; Win64; x64',
  mac: 'Macintosh; Intel Mac OS X 10_15_7',
  phone: 'Linux; Android 14',
}
const chrome = (on: keyof typeof system) =>
  `Mozilla/5.0 (${system[on]}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36`

/** Who is at work while somebody first looks: an account, since when, last seen how many minutes ago, and from where. */
const atWork = [
  ['ops2', 240, 1, '10.20.4.17', chrome('windows')],
  ['ops3', 95, 14, '10.20.4.31', chrome('mac')],
  ['cs2', 180, 2, '10.20.6.8', chrome('windows')],
  ['cs4', 30, 21, '10.20.6.11', chrome('windows')],
  ['collector3', 200, 3, '172.16.9.40', chrome('windows')],
  ['collector7', 65, 8, '172.16.9.44', chrome('phone')],
  ['leader2', 150, 27, '172.16.9.12', chrome('mac')],
  ['reviewer2', 310, 4, '10.20.5.3', chrome('windows')],
] as const

/** Adds the sessions of people who are at work. Nobody has their tokens. */
export async function addSessions(db: Db, { now }: SeedContext): Promise<void> {
  const rows = atWork.flatMap(([account, since, seen, ip, agent]) => {
    const who = staff.find((one) => one.account === account)
    if (!who) return []
    const [startedAt, lastSeenAt] = [later(now, -since), later(now, -seen)]
    const id = randomUUID() as IdOf<'session'> // made here
    const tokenHash = sha256(randomToken())
    return { id, staffId: who.id, tokenHash, ip, agent, startedAt, lastSeenAt, renewedAt: lastSeenAt }
  })
  await db.insert(sessionRows).values(rows)
}
