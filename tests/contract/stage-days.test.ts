import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeStage, type StageDays, stageOf, withoutStage } from '#contract/stage-days.ts'

/** Stages by their last days, in order. */
const stagesTo = (...lastDays: readonly (number | null)[]): StageDays[] =>
  lastDays.map((lastDay, i) => ({ id: `S${i}`, firstDay: i === 0 ? 0 : lastDays[i - 1]! + 1, lastDay }))

/** The stages once one of them, or a new one, covers `wanted`; as they were where that cannot be. */
function placing(stages: readonly StageDays[], wanted: StageDays): readonly StageDays[] {
  const moved = placeStage(stages, wanted)
  if ('fault' in moved) return stages
  const changed = new Map([...moved, wanted].map((one) => [one.id, one]))
  return [...stages.filter(({ id }) => !changed.has(id)), ...changed.values()].toSorted(
    (a, b) => a.firstDay - b.firstDay,
  )
}

/** Whether days follow on each other from the due date on, and only the last stage has no end. */
const areContiguous = (stages: readonly StageDays[]): boolean =>
  stages.every(({ firstDay, lastDay }, i) => {
    const before = stages[i - 1]
    return (
      firstDay === (before ? Number(before.lastDay) + 1 : 0) &&
      (lastDay === null ? !stages[i + 1] : lastDay >= firstDay)
    )
  })

const day = fc.integer({ min: 0, max: 40 })
const lastDay = fc.option(day, { nil: null })
const id = fc.constantFrom('S0', 'S1', 'S2', 'S3', 'new1', 'new2')
const change = fc.oneof(
  fc.record({ id, firstDay: day, lastDay }),
  fc.record({ gone: id }), // deleted
)

test('whatever is added, edited and deleted, days follow on each other without a gap and without being in two stages', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      let stages: readonly StageDays[] = stagesTo(2, 9, 20, 30)
      for (const one of changes) {
        if (!('gone' in one)) stages = placing(stages, one)
        else if (stages.some((known) => known.id === one.gone)) {
          const heir = withoutStage(stages, one.gone)
          if (heir)
            stages = stages
              .filter((known) => known.id !== one.gone)
              .map((known) => (known.id === heir.id ? heir : known))
        }
        expect(areContiguous(stages)).toBe(true)
        expect(stages.length).toBeGreaterThan(0)
      }
    }),
  )
})

test('a day past due is in the stage that covers it, one beyond the last stage in none', () => {
  const stages = stagesTo(2, 9)

  expect([0, 2, 3, 9, 10].map((days) => stageOf(stages, days)?.id)).toEqual(['S0', 'S0', 'S1', 'S1', undefined])
  expect(stageOf(stagesTo(2, null), 5_000)?.id).toBe('S1')
})
