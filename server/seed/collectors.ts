import { ne, sql } from 'drizzle-orm'
import { addDays } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { collectorRows, collectorStageRows } from '#server/modules/collectors/store.ts'
import type { NamedStage } from '#server/modules/stages/steps.ts'
import type { SeedContext } from './history/context.ts'
import { type Member, staffOf } from './staff.ts'
import { agencies, type Unit } from './units.ts'

type StageId = IdOf<'stage'>

const isWithin = ({ path }: Unit, agency: Unit): boolean => path.startsWith(agency.path)
const teams = agencies.map((agency) => staffOf('COL').filter(({ unit }) => isWithin(unit, agency)))
/** Everybody who collects, with their place in the crew of their agency. */
const collectors = teams.flatMap((crew) => crew.map((member, place) => ({ member, place })))
const placeOf = new Map(collectors.map(({ member, place }) => [member.id, place]))

/** Two or three stages that follow on each other; four collectors have all eight. The first begins with S1. */
const [firstStage, stagesApart] = [3, 2] as const

/** The stages whose cases the collector at a place of their crew works. */
const stagesAt = (place: number, stages: readonly NamedStage[]): StageId[] => {
  const count = Math.min(stages.length, place % 2 === 0 ? 3 : 2)
  const from = firstStage + place * stagesApart
  return Array.from({ length: count }, (_, i) => stages[(from + i) % stages.length]!.id)
}

const crewOfStage = new Map<string, readonly Member[]>()
/** The collectors of an agency who work the cases of a stage. */
export function crewOf(agency: Unit, stage: NamedStage, stages: readonly NamedStage[]): readonly Member[] {
  const key = `${agency.id} ${stage.id} of ${stages.map(({ id }) => id)}`
  const known = crewOfStage.get(key)
  if (known) return known
  const crew = teams[agencies.findIndex(({ id }) => id === agency.id)]!.filter(({ id }) =>
    stagesAt(placeOf.get(id)!, stages).includes(stage.id),
  )
  crewOfStage.set(key, crew)
  return crew
}

/** How full collectors are, one after the other: some near their capacity, one above it. */
const loads = [0.74, 0.92, 0.6, 1.12, 0.83, 0.68] as const
const [capacityMin, capacityStep] = [20, 5]
/** Days until certificates end: some soon, one is over. The rest go on for a year and more. */
const endings = [400, 12, 610, -6, 25, 480, 750] as const
/** One of so many is given no new cases. */
const stoppedOf = 9

const capacityFor = (open: number, nth: number): number =>
  Math.max(capacityMin, capacityStep * Math.round(open / loads[nth % loads.length]! / capacityStep))

async function openCasesByCollector(db: Db): Promise<ReadonlyMap<string | null, number>> {
  const { collectorId, state } = caseRows
  const counted = await db
    .select({ collectorId, count: sql<number>`count(*)::int` })
    .from(caseRows)
    .where(ne(state, 'closed'))
    .groupBy(collectorId)
  return new Map(counted.map((one) => [one.collectorId, one.count]))
}

/** Makes collectors of everybody with the role, each with stages, a capacity near what they have, and a certificate. */
export async function addCollectors(db: Db, context: SeedContext): Promise<void> {
  const open = await openCasesByCollector(db)
  const createdAt = context.at(context.start, 0)
  const rows = collectors.map(({ member: { id }, place }, nth) => ({
    id: id as string as IdOf<'collector'>, // a collector is named as the person is
    ...{ participates: nth % stoppedOf !== stoppedOf - 1, capacity: capacityFor(open.get(id) ?? 0, nth) },
    ...{ addressBookVisible: false, certificate: `DRA-${2024 + (nth % 3)}-${1042 + nth * 17}` },
    certificateUntil: addDays(context.today, endings[(nth + place) % endings.length]!),
    createdAt,
  }))
  await db.insert(collectorRows).values(rows).onConflictDoNothing()
  const stages = collectors.flatMap(({ place }, nth) =>
    stagesAt(place, context.stages).map((stage) => ({ collectorId: rows[nth]!.id, stage })),
  )
  await db.insert(collectorStageRows).values(stages).onConflictDoNothing()
}
