import { sql } from 'drizzle-orm'
import { blacklistEntry } from '#contract/blacklist.ts'
import { disturbEntry } from '#contract/do-not-disturb.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { blacklistRows } from '#server/modules/blacklist/store.ts'
import { phoneMark } from '#server/modules/do-not-disturb/steps.ts'
import { disturbRows } from '#server/modules/do-not-disturb/store.ts'
import type { SeedContext } from '../history/context.ts'
import { Random } from '../history/random.ts'
import { roles } from '../roles.ts'

const tailLength = 4
const [addedMinute, endedMinute] = [660, 900]

/** Somebody who owes nothing and is on no list, as far as a small book has such people. */
const unlisted = (db: Db): Promise<{ id: IdOf<'customer'> }[]> =>
  rowsOf(
    db,
    sql`select id from customers c where not c.blacklisted and c.state = 'enabled'
      and not exists (select from loans l where l.customer_id = c.id and l.state not in (40, 41))
      and not exists (select from do_not_disturb d where d.customer_id = c.id)
      order by registered_at desc limit 2`,
  )

/** Adds numbers to the blacklist and the do-not-disturb list, and entries that were taken off both. */
export async function addEntries(db: Db, context: SeedContext): Promise<void> {
  const { country, secrets, pack, now } = context
  const phoneOf = (of: string) => pack.phone(new Random(of))
  const marked = (phone: string) => ({
    mark: phoneMark(phone, { clock: { country, now: () => now }, secrets }),
    tail: phone.slice(-tailLength),
  })
  const day = (ago: number) => context.after(context.today, -ago)
  const stolen = 'device of a stolen identity'
  const [removed, lifted] = await unlisted(db)
  const listed = [
    { kind: 'phone', ...marked(phoneOf('listed by a sheet')), source: 'sheet', reason: 'fraud', ago: 21 },
    {
      kind: 'device',
      mark: secrets.blindIndex(stolen),
      tail: 'c41f',
      source: 'staff',
      reason: 'stolenIdentity',
      ago: 13,
    },
  ] as const
  for (const { ago, ...entry } of listed) {
    const id = await newId(db, blacklistEntry.ids, day(ago))
    const added = { addedBy: roles.MGR.name, addedAt: context.at(day(ago), addedMinute) }
    await db.insert(blacklistRows).values({ id, state: 'listed', ...entry, ...added })
  }
  if (removed) {
    await db.insert(blacklistRows).values({
      ...{ id: await newId(db, blacklistEntry.ids, day(34)), state: 'removed', kind: 'customer', mark: removed.id },
      ...{ customerId: removed.id, source: 'staff', reason: 'falseDocuments', addedBy: roles.OPS.name },
      ...{ addedAt: context.at(day(34), addedMinute), removedBy: roles.MGR.name },
      ...{ removedAt: context.at(day(30), endedMinute), removal: 'wrongPerson' },
    })
  }
  const wish = { channel: 'all', scope: 'marketing', addedBy: roles.CS.name } as const
  await db.insert(disturbRows).values({
    ...{ id: await newId(db, disturbEntry.ids, day(8)), kind: 'phone', ...marked(phoneOf('register of numbers')) },
    ...{ ...wish, origin: 'authority', remark: 'Register of numbers', addedAt: context.at(day(8), addedMinute) },
  })
  if (lifted) {
    await db.insert(disturbRows).values({
      ...{ id: await newId(db, disturbEntry.ids, day(25)), kind: 'customer', mark: lifted.id, customerId: lifted.id },
      ...{ ...wish, origin: 'customer', remark: 'Wants offers again', addedAt: context.at(day(25), addedMinute) },
      ...{ liftedBy: roles.CS.name, liftedAt: context.at(day(2), endedMinute) },
    })
  }
}
