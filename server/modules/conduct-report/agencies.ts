import type { AgencyConduct } from '#contract/conduct-report.ts'
import type { Requirement } from '#contract/kernel/rights.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { agenciesReached, houseName } from '#server/modules/units/steps.ts'

/** An agency that is told of; none: the house, where its people are in no agency. */
export type ReportedAgency = Omit<AgencyConduct, 'counts'>

/** The agencies within reach of a right, and before them the house for whoever stands in no agency. */
export async function reportedAgencies(
  right: Requirement,
  { tx, actor, t }: Pick<Context, 'tx' | 'actor' | 't'>,
): Promise<ReportedAgency[]> {
  const within = await agenciesReached(right, { tx, actor, t })
  const told = within.map(({ id, name, external, certificate }) => ({ id, name, external, certificate }))
  if (actor.agencyId !== null && !actor.scopesOf(right).includes('all')) return told
  return [{ id: null, name: await houseName(tx, t), external: false, certificate: null }, ...told]
}
