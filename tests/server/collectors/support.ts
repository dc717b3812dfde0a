import type { IdOf } from '#contract/kernel/values.ts'
import { staffId } from '#server/seed/foundation.ts'
import type { World } from '#tests/support/server.ts'

/** A collector by their account. */
export const collector = (account: string) => staffId(account) as string as IdOf<'collector'>

/** Somebody with the role of collectors in a unit; with stages they are a collector, too. */
export async function hire(
  { server }: Pick<World, 'server'>,
  account: string,
  {
    unit = 'AG1A',
    stages,
    more = {},
  }: { unit?: string; stages?: readonly string[]; more?: Record<string, unknown> } = {},
): Promise<IdOf<'collector'>> {
  const { database } = server.app
  const id = collector(account)
  await database.query(
    `insert into staff (id, account, name, password_hash, unit_id, created_at)
       values ('${id}', '${account}', 'Collector ${account}', '-', '${unit}', now());
     insert into staff_roles values ('${id}', 'COL')`,
  )
  if (!stages) return id
  await database.query(`insert into collectors select * from jsonb_populate_record(null::collectors, $1)`, [
    { id, version: 1, participates: true, address_book_visible: false, created_at: '2026-01-01T00:00:00Z', ...more },
  ])
  for (const stage of stages) await database.query('insert into collector_stages values ($1, $2)', [id, stage])
  return id
}
