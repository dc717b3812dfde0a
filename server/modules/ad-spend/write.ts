import { and, eq, ne, sql } from 'drizzle-orm'
import { adSpendDay, type NewAdSpend } from '#contract/ad-spend.ts'
import { countries } from '#contract/kernel/countries.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { newId } from '#server/kernel/base/ids.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { mustBeApp } from '#server/modules/apps/steps.ts'
import { adSpendRows } from './store.ts'

/** Whoever writes spend waits for whoever does already: a campaign has one row for a day. */
export const lockSpend = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('ad spend', 0))`)

/** The name by which campaigns are told apart: media write one now in capitals, now without. */
export const campaignKey = (campaign: string): string => campaign.toLowerCase()
/** The same of rows. */
export const storedCampaignKey = sql<string>`lower(${adSpendRows.campaign})`

/** @throws Refusal `campaign_day_known`. */
async function mustBeFree(tx: Db, { campaign, day }: Pick<NewAdSpend, 'campaign' | 'day'>, but?: IdOf<'adSpend'>) {
  const same = and(eq(storedCampaignKey, campaignKey(campaign)), eq(adSpendRows.day, day))
  const [known] = await tx
    .select({ id: adSpendRows.id })
    .from(adSpendRows)
    .where(and(same, but && ne(adSpendRows.id, but)))
  if (known) throw new Refusal('campaign_day_known', { campaign, day }, { field: 'campaign' })
}

/** Nothing is spent on a day to come. @throws Refusal `paid_in_future`. */
function mustBeOver(day: LocalDate, today: LocalDate): void {
  if (day > today) throw new Refusal('paid_in_future', undefined, { field: 'day' })
}

/** The columns of spend. @throws Refusal each with its field. */
export async function spendToStore(
  { spend, ...asked }: NewAdSpend,
  { tx, today, app }: Context,
  but?: IdOf<'adSpend'>,
) {
  const { currency } = countries[app.clock.country]
  mustBeOver(asked.day, today)
  if (spend.currency !== currency) throw new Refusal('wrong_currency', { currency }, { field: 'spend' })
  if (spend.minor < 0) throw new Refusal('negative_amount', undefined, { field: 'spend' })
  await mustBeApp(tx, asked.app)
  await lockSpend(tx)
  await mustBeFree(tx, asked, but)
  return { ...asked, currency, spendMinor: spend.minor }
}

/** Adds the spend of a campaign on a day. @throws Refusal each with its field. */
export async function addSpend(asked: NewAdSpend, context: Context): Promise<IdOf<'adSpend'>> {
  const { tx, today, now, actor } = context
  const values = await spendToStore(asked, context)
  const id = await newId(tx, adSpendDay.ids, today)
  await tx.insert(adSpendRows).values({ id, ...values, departmentId: actor.unitId, createdAt: now })
  return id
}
