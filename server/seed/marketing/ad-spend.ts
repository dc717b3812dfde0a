import { sql } from 'drizzle-orm'
import { adSpendDay } from '#contract/ad-spend.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { localDay } from '#server/kernel/base/clock.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { idOf, takeNumbers } from '#server/kernel/base/ids.ts'
import { adSpendRows } from '#server/modules/ad-spend/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { scaled } from '#server/seed/countries/pack.ts'
import type { SeedContext } from '#server/seed/history/context.ts'
import { Random } from '#server/seed/history/random.ts'
import { demoApp } from '#server/seed/products.ts'
import { departments } from '#server/seed/units.ts'
import { type Campaign, campaigns } from './campaigns.ts'

/** Rows of one statement. */
const chunkRows = 1_000

/** How many customers each campaign has brought on each day. */
async function broughtBy(db: Db, { country }: SeedContext): Promise<ReadonlyMap<string, number>> {
  const day = localDay(customerRows.registeredAt, { country })
  const rows = await rowsOf<{ key: string; count: number }>(
    db,
    sql`select ${customerRows.campaign} || ' ' || ${day} as key, count(*)::int as count
      from ${customerRows} where ${customerRows.campaign} is not null group by 1`,
  )
  return new Map(rows.map(({ key, count }) => [key, count]))
}

/** What a campaign cost on a day on which it brought so many customers. */
function figuresOf(
  { name, media, channel, clickMinor }: Campaign,
  day: LocalDate,
  registered: number,
  pack: SeedContext['pack'],
) {
  const random = new Random(`${name} ${day}`)
  const installs = registered + Math.round((registered * random.int(40, 110)) / 100) + random.int(0, 2)
  const clicks = installs * random.int(8, 14) + random.int(3, 20)
  const impressions = clicks * random.int(30, 70) + random.int(0, 90)
  const spendMinor = scaled(clicks * Math.round((clickMinor * random.int(85, 120)) / 100), pack)
  return { campaign: name, media, channel, app: demoApp as IdOf<'app'>, spendMinor, impressions, clicks, installs }
}

/** Adds what the campaigns of the demo have cost, day by day until yesterday. */
export async function addAdSpend(db: Db, context: SeedContext): Promise<void> {
  const brought = await broughtBy(db, context)
  const days = Array.from({ length: context.ago(context.start) }, (_, i) => context.after(context.start, i))
  const { currency } = context
  const spent = days.flatMap((day) =>
    campaigns.map((one) => ({
      ...figuresOf(one, day, brought.get(`${one.name} ${day}`) ?? 0, context.pack),
      ...{ day, currency, departmentId: departments.marketing.id },
      createdAt: context.at(context.after(day, 1), 9 * 60),
    })),
  )
  const numbers = await takeNumbers(db, adSpendDay.ids, spent.length)
  const rows = spent.map((one, i) => ({ id: idOf(adSpendDay.ids, one.day, numbers[i]!), ...one }))
  for (let i = 0; i < rows.length; i += chunkRows) await db.insert(adSpendRows).values(rows.slice(i, i + chunkRows))
}
