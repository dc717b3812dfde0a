import { asc, eq, sql } from 'drizzle-orm'
import type { AgencyConduct } from '#contract/conduct-report.ts'
import type { Requirement } from '#contract/kernel/rights.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { nameIn } from '#server/kernel/listing/labels.ts'
import { houseName } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'

/** An agency that is told of; none: the house, where its people are in no agency. */
export type ReportedAgency = Omit<AgencyConduct, 'counts'>

const { id, external, certificate, kind, path } = unitRows

/** The agencies within reach of a right, and before them the house for whoever stands in no agency. */
export async function reportedAgencies(
  right: Requirement,
  { tx, actor, t }: Pick<Context, 'tx' | 'actor' | 't'>,
): Promise<ReportedAgency[]> {
  const scopes = actor.scopesOf(right)
  const everywhere = scopes.includes('all')
  const agencies = await tx
    .select({ id, name: nameIn(unitRows, t), external, certificate, path })
    .from(unitRows)
    .where(eq(kind, 'agency'))
    .orderBy(asc(sql`${external}`), asc(path))
  const within = agencies.filter((one) => {
    if (everywhere || one.id === actor.agencyId) return true
    return scopes.includes('department') && one.path.startsWith(actor.unitPath)
  })
  const told = within.map(({ path: _, ...agency }) => agency)
  if (actor.agencyId !== null && !everywhere) return told
  return [{ id: null, name: await houseName(tx, t), external: false, certificate: null }, ...told]
}
