import { eq, sql } from 'drizzle-orm'
import type { collectors } from '#contract/collectors/calls.ts'
import type { Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { lockStages, stagesOf } from '#server/modules/stages/steps.ts'
import { withinReach } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { collectorRows, collectorStageRows } from './store.ts'

type CollectorId = IdOf<'collector'>
type UnitId = IdOf<'unit'>
/** What allocation asks of a collector. */
type StoredDetails = Omit<Parsed<typeof collectors.edit>, 'id' | 'version' | 'unitId' | 'stages'>

/** A unit within reach, and the agency that it lies in. */
interface TeamUnit {
  readonly kind: 'department' | 'agency' | 'group'
  readonly agencyId: UnitId | null
}

interface TeamOptions {
  readonly unitId: UnitId
  /** The agency that it has to be of; none: any. */
  readonly agencyId?: UnitId
  readonly actor: Actor
  readonly right: 'collectors.add' | 'collectors.edit'
}

/** An agency by its id. @throws Refusal `unknown_agency`. */
async function mustBeAgency(tx: Db, id: UnitId): Promise<string> {
  const [unit] = await tx.select({ kind: unitRows.kind, name: unitRows.name }).from(unitRows).where(eq(unitRows.id, id))
  if (unit?.kind !== 'agency') throw new Refusal('unknown_agency', undefined, { field: 'agencyId' })
  return unit.name
}

/**
 * A collector works in a group or a department of an agency, within the caller's reach.
 * @throws Refusal `unknown_agency`, `unknown_unit`, `not_a_team`, `outside_agency`, each with its field.
 */
export async function mustBeTeam(tx: Db, { unitId, agencyId, actor, right }: TeamOptions): Promise<void> {
  const agency = agencyId && (await mustBeAgency(tx, agencyId))
  const [unit] = await rowsOf<TeamUnit & Record<string, unknown>>(
    tx,
    sql`select u.kind, a.id as "agencyId" from ${unitRows} u
        left join ${unitRows} a on a.kind = 'agency' and starts_with(u.path, a.path)
        where u.id = ${unitId} and ${withinReach(actor, right, sql`u.path`)}`,
  )
  const field = 'unitId'
  if (!unit) throw new Refusal('unknown_unit', undefined, { field })
  if (!unit.agencyId || unit.kind === 'agency') throw new Refusal('not_a_team', undefined, { field })
  if (agency && unit.agencyId !== agencyId) throw new Refusal('outside_agency', { agency }, { field })
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * The stages that are named by codes or names, with commas between them or blanks.
 * @throws Refusal `unknown_stages`, which names those there are.
 */
export async function stageIdsOf(tx: Db, typed: string): Promise<IdOf<'stage'>[]> {
  await lockStages(tx, 'shared')
  const known = await stagesOf(tx)
  const find = (text: string) => known.find(({ id, name }) => isSame(id, text) || isSame(name, text))
  const parts = typed
    .split(/[,;，；、\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
  // a name may hold blanks: codes are looked for between them where there is no such name
  const words = parts.flatMap((part) => (find(part) ? part : part.split(/\s+/)))
  const unknown = words.find((word) => !find(word))
  if (unknown !== undefined || words.length === 0) {
    const values = { stage: unknown ?? typed, known: known.map(({ id }) => id).join(', ') }
    throw new Refusal('unknown_stages', values, { field: 'stages' })
  }
  return [...new Set(words.map((word) => find(word)!.id))]
}

/** Replaces the stages of a collector. */
export async function setStages(tx: Db, id: CollectorId, stages: readonly IdOf<'stage'>[]): Promise<void> {
  await tx.delete(collectorStageRows).where(eq(collectorStageRows.collectorId, id))
  await tx.insert(collectorStageRows).values(stages.map((stage) => ({ collectorId: id, stage })))
}

/** What is written of somebody who becomes a collector. */
interface PlacedDetails extends StoredDetails {
  readonly participates: boolean
  readonly stageIds: readonly IdOf<'stage'>[]
}

/** Details as they are stored; an empty certificate is none. */
export const detailsToStore = ({ addressBookVisible, capacity, certificate, certificateUntil }: StoredDetails) => ({
  ...{ addressBookVisible, capacity, certificateUntil },
  certificate: certificate || null,
})

/** Writes somebody down as a collector of these stages. */
export async function insertCollector(
  tx: Db,
  id: CollectorId,
  { stageIds, participates, ...details }: PlacedDetails,
  createdAt: Date,
): Promise<void> {
  await tx.insert(collectorRows).values({ id, participates, ...detailsToStore(details), createdAt })
  await setStages(tx, id, stageIds)
}
