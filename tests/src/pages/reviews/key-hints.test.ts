import { expect, test } from 'vitest'
import { hintsIn } from '#src/pages/reviews/key-hints.ts'
import type { FormMode } from '#src/pages/reviews/review-form.ts'

const keysIn = (mode: FormMode, writing: boolean) => hintsIn(mode, writing).map(({ keys }) => keys)

test.for(['pass', 'reject', 'ask'] as const)('%s: Enter decides, and from within the remark only with Ctrl', (mode) => {
  expect(keysIn(mode, false)).toContain('enter')
  expect(keysIn(mode, true)).toEqual(['mod+enter', 'escape'])
})

test('in the remark of nothing begun there is only the way back', () => {
  expect(keysIn('none', false)).not.toContain('enter')
  expect(keysIn('none', true)).toEqual(['escape'])
})
