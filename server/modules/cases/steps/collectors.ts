import { type SQL, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { collectorRows, collectorStageRows } from '#server/modules/collectors/store.ts'
import { grantsTo } from '#server/modules/roles/source.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { lockPaths, withinReach } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'

/** Whether somebody, as `s`, may work cases by any role of theirs. */
export const worksCases = grantsTo(sql`s.id`, 'openCases', 'edit')

/** Collectors that somebody may give cases to, as `c` and `s`, with the unit they work in as `u` and its agency as `a`. */
export const collectorsFor = (actor: Actor): SQL =>
  sql`from ${collectorRows} c join ${staffRows} s on s.id = c.id
      join ${unitRows} u on u.id = s.unit_id
      join ${unitRows} a on a.kind = 'agency' and starts_with(u.path, a.path)
      where s.state = 'enabled' and ${worksCases} and ${withinReach(actor, 'openCases.assign', sql`u.path`)}`

/** Whoever is to have a case, where they work, and the stages whose cases they may have. */
export interface Collector {
  readonly collectorId: IdOf<'staff'>
  readonly name: string
  readonly groupId: IdOf<'unit'> | null
  readonly agencyId: IdOf<'unit'>
  readonly unitPath: string
  readonly stages: readonly IdOf<'stage'>[]
}

/** Accounts, job numbers or names, as somebody types them. */
const namesIn = (typed: string): string[] =>
  typed
    .split(/[,;、，；\n]/)
    .map((name) => name.trim())
    .filter(Boolean)

/** Ids of collectors by what they are called, within the actor's reach. @throws Refusal `unclear_collector`, for the first. */
async function idsByNames(tx: Db, names: readonly string[], actor: Actor): Promise<IdOf<'collector'>[]> {
  const found = await rowsOf<{ name: string; ids: IdOf<'collector'>[] }>(
    tx,
    sql`select n.name, array(select s.id ${collectorsFor(actor)}
          and lower(n.name) in (lower(s.account), lower(s.job_number), lower(s.name))) as ids
        from unnest(${sql.param(names)}::text[]) with ordinality as n (name, place) order by n.place`,
  )
  return found.map(({ name, ids: [id, ...more] }) => {
    if (!id || more.length > 0) throw new Refusal('unclear_collector', { name }, { field: 'others' })
    return id
  })
}

/**
 * Those of some collectors that the actor may give cases to, in that order. They stay in their units, and those where they
 * are, and keep their stages until the transaction ends: whoever moves them waits, and takes the case along.
 */
export async function collectorsOf(tx: Db, ids: readonly IdOf<'collector'>[], actor: Actor): Promise<Collector[]> {
  await lockPaths(tx, 'shared')
  const these = sql`any(${sql.param([...ids])}::text[])`
  await tx.execute(sql`select from ${collectorRows} where id = ${these} order by id for share`)
  return rowsOf<Collector & Record<string, unknown>>(
    tx,
    sql`select s.id as "collectorId", s.name, case when u.kind = 'group' then u.id end as "groupId", a.id as "agencyId",
          u.path as "unitPath",
          array(select held.stage from ${collectorStageRows} held where held.collector_id = c.id) as stages
        ${collectorsFor(actor)} and s.id = ${these} order by array_position(${sql.param([...ids])}::text[], s.id)`,
  )
}

/** Who is to have cases: the one who was chosen, and those who are named beside. */
interface Receivers {
  readonly to: IdOf<'collector'>
  readonly others?: string | undefined
}

/**
 * Who is to have cases, each once, the one who was chosen first.
 * @throws Refusal `unknown_collector`, `unclear_collector`.
 */
export async function receiversOf(tx: Db, { to, others }: Receivers, actor: Actor): Promise<Collector[]> {
  const beside = others ? await idsByNames(tx, namesIn(others), actor) : []
  const found = await collectorsOf(tx, [...new Set([to, ...beside])], actor)
  if (found[0]?.collectorId !== (to as string)) throw new Refusal('unknown_collector', undefined, { field: 'to' })
  return found
}

/**
 * Takes the open cases of a collector along to the unit that they work in now, where that lies in an agency. Whoever gives
 * them a case meanwhile waits, or is waited for. @returns how many.
 */
export async function moveHeldCases(tx: Db, id: IdOf<'staff'>): Promise<number> {
  await tx.execute(sql`select from ${collectorRows} where id = ${id} for update`)
  const moved = await rowsOf(
    tx,
    sql`update ${caseRows} set group_id = case when u.kind = 'group' then u.id end, agency_id = a.id, unit_path = u.path
        from ${staffRows} s join ${unitRows} u on u.id = s.unit_id
          join ${unitRows} a on a.kind = 'agency' and starts_with(u.path, a.path)
        where s.id = ${id} and ${caseRows.collectorId} = s.id and ${caseRows.state} <> 'closed'
          and ${caseRows.unitPath} <> u.path
        returning ${caseRows.id}`,
  )
  return moved.length
}
