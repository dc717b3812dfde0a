import { sql } from 'drizzle-orm'
import type { AdSpend } from '#contract/ad-spend.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { appRef } from '#server/modules/apps/steps.ts'
import { appRows } from '#server/modules/apps/store.ts'
import { inUnitsOf } from '#server/modules/units/steps.ts'
import { adSpendRows } from './store.ts'

/** List source: what advertising costs. It is nobody's own, and no agency's. */
export const adSpendSource: Source<AdSpend> = {
  table: adSpendRows,
  from: sql`${adSpendRows} left join ${appRows} on ${appRows.id} = ${adSpendRows.app}`,
  columns: () => ({
    id: adSpendRows.id,
    version: adSpendRows.version,
    day: adSpendRows.day,
    campaign: adSpendRows.campaign,
    media: adSpendRows.media,
    channel: adSpendRows.channel,
    app: appRef(adSpendRows.app),
    spend: { minor: adSpendRows.spendMinor, currency: adSpendRows.currency },
    impressions: adSpendRows.impressions,
    clicks: adSpendRows.clicks,
    installs: adSpendRows.installs,
    changedBy: adSpendRows.changedBy,
    createdAt: adSpendRows.createdAt,
  }),
  scope: { department: (actor) => inUnitsOf(actor, adSpendRows.departmentId) },
}
