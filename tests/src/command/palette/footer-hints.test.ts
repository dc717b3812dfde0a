import '#tests/src/command/browser.ts'
import { expect, test } from 'vitest'
import { commands } from '#src/catalogue.ts'
import { argumentsOf } from '#src/command/arguments/argument.ts'
import { hintsAt } from '#src/command/palette/footer-hints.ts'
import type { PaletteStep } from '#src/command/run/palette-state.ts'

/** A review of a rehearsal, as far as the foot looks at it. */
const reviewOf = (preview: { eligible: number; blocker?: object } | null, canRehearse = true, risk = 'money') =>
  // cast: a draft that nobody could ask approval for, and of the rehearsal what counts
  ({
    at: 'review',
    draft: { command: { risk }, target: null },
    canRehearse,
    preview,
    problem: null,
    shownAt: 0,
  }) as unknown as PaletteStep

test('the foot names the button where there is one', () => {
  expect(hintsAt(reviewOf({ eligible: 3 }))).toBe('command.hintsReview')
  expect(hintsAt(reviewOf(null, false))).toBe('command.hintsReview')
})

test('where nothing would run it names only the ways out', () => {
  expect(hintsAt(reviewOf({ eligible: 0 }))).toBe('command.hintsReviewOnly')
  expect(hintsAt(reviewOf({ eligible: 3, blocker: {} }))).toBe('command.hintsReviewOnly')
  expect(hintsAt(reviewOf(null))).toBe('command.hintsReviewOnly')
})

test('where something is typed it names the line, and no key that would take a letter back', () => {
  expect(hintsAt(reviewOf({ eligible: 3 }, true, 'irreversible'))).toBe('command.hintsReviewTyped')
  expect(hintsAt(reviewOf({ eligible: 3, blocker: { askable: true } }))).toBe('command.hintsReviewTyped')
  expect(hintsAt(reviewOf({ eligible: 0 }, true, 'irreversible'))).toBe('command.hintsReviewOnly')
})

test('digits are named only where something is offered to choose', () => {
  const conductCheck = commands.find(({ id }) => id === 'conductChecks.fail')!
  const asking = (name: string) => {
    const argument = argumentsOf(conductCheck).find((one) => one.name === name)!
    return hintsAt({ at: 'ask', draft: {}, argument } as unknown as PaletteStep) // of the draft the foot reads nothing
  }
  expect(asking('code')).toBe('command.hintsAsk')
  expect(asking('remark')).toBe('command.hintsAskTyped')
})
