import type { duty } from '#contract/duty.ts'
import type { Output } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { forecastNext, type Plans } from '#server/modules/case-allocations/steps/forecast.ts'
import type { DutyChanges } from './changes.ts'
import { scheduledPeople } from './people.ts'
import { saveDuty } from './write.ts'

type DutyForecast = Output<typeof duty.forecast>
const givenTo = ({ turns }: Plans[number], isWithin: (id: string) => boolean): number =>
  turns.filter(({ to }) => to !== null && isWithin(to)).length
const unplacedIn = ({ turns }: Plans[number]): number => turns.filter(({ to }) => to === null).length

const isOther = ({ before, after }: { readonly before: number; readonly after: number }): boolean => before !== after

/** How many cases somebody would get, in all stages. */
const getsOf = (plans: Plans): ReadonlyMap<string, number> => {
  const gets = new Map<string, number>()
  for (const { people } of plans) for (const one of people) gets.set(one.id, (gets.get(one.id) ?? 0) + one.gets)
  return gets
}

/**
 * Forecast of the next allocation: as duty is, and as the changes would have it, which are written and taken back.
 * @throws Refusal as `saveDuty`.
 */
export async function forecast(changes: DutyChanges, call: Context): Promise<DutyForecast> {
  const { actor } = call
  const { day, before, after } = await forecastNext(call, (savepoint) =>
    saveDuty(changes, { ...call, tx: savepoint, note: () => {} }),
  )
  const scheduled = await scheduledPeople(call, 'duty', [day, day])
  const names = new Map(scheduled.map(({ staff, name }) => [staff as string, name]))
  const seesAll = actor.scopesOf('duty').some((scope) => scope === 'all' || scope === 'department')
  const isWithin = (id: string) => names.has(id)
  const stages = before.map((plan, i) => {
    const then = after[i]! // of the same stages
    const { id, name, rank } = plan.stage
    const unplaced = { before: unplacedIn(plan), after: unplacedIn(then) }
    const given = { before: givenTo(plan, isWithin), after: givenTo(then, isWithin) }
    return { rank, row: { id, name, given, unplaced: seesAll ? unplaced : null } }
  })
  const [had, has] = [getsOf(before), getsOf(after)]
  const people = [...names].map(([id, name]) => ({
    staff: { id: id as IdOf<'staff'>, name }, // a person of the schedule
    given: { before: had.get(id) ?? 0, after: has.get(id) ?? 0 },
  }))
  return {
    day,
    stages: stages
      .toSorted((a, b) => a.rank - b.rank)
      .flatMap(({ row }) => (isOther(row.given) || (row.unplaced && isOther(row.unplaced)) ? [row] : [])),
    people: people
      .filter(({ given }) => isOther(given))
      .toSorted((a, b) => a.given.after - a.given.before - (b.given.after - b.given.before)),
  }
}
