import { sql } from 'drizzle-orm'
import { consent } from '#contract/consents.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { nextId } from '#server/kernel/base/ids.ts'
import { consentRows } from '#server/modules/consents/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import type { SeedContext } from './history/context.ts'
import { roles } from './roles.ts'

/** So many customers, those who registered last, are shown with what they have agreed to. */
const shownMax = 2_000

/** Adds what a demo shows of consents: to every document, given in the app or on paper, replaced, and withdrawn. */
export async function addConsents(db: Db, { now }: SeedContext): Promise<void> {
  await db.execute(sql`
    insert into ${consentRows} (id, customer_id, document, document_version, state, channel, given_at, ended_at,
      withdrawn_by, reason, recorded_by, recorded_at)
    select ${nextId(consent.ids, sql`said.at`)}, said.id,
      said.document, said.edition, said.state, case when by_staff then 'paper' else 'app' end, said.at, said.ended,
      case when state = 'withdrawn' then case when by_staff then 'phone' else 'app' end end,
      case when not by_staff then null when state = 'withdrawn' then 'customerAsked' else 'signedPaper' end,
      case when by_staff then ${roles.CS.name} end, said.at
    from (
      select c.id, d.document, d.edition, c.registered_at as at, c.nth % 41 = 0 as by_staff,
        case when d.document = 'marketing' and c.nth % 17 = 0 then 'withdrawn'
          when d.replaced then 'replaced' else 'given' end as state,
        case when d.document = 'marketing' and c.nth % 17 = 0 or d.replaced
          then least(${now.toISOString()}::timestamptz, c.registered_at + interval '2 days') end as ended
      from (select id, registered_at, row_number() over (order by registered_at desc, id) as nth
          from ${customerRows} order by registered_at desc, id limit ${shownMax}) c
      join (values ('privacy', '2026-01', false, 1), ('terms', '2026-01', false, 1), ('terms', '2025-06', true, 9),
          ('bureau', '3', false, 1), ('marketing', '2', false, 2), ('contacts', '1', false, 3), ('device', '1', false, 3),
          ('location', '1', false, 5)) as d(document, edition, replaced, every) on c.nth % d.every = 0
    ) said`)
}
