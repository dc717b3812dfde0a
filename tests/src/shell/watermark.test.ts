import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redrawMs, watermarkTile } from '#src/shell/watermark.ts'

test('it is drawn again every half second', () => {
  expect(redrawMs).toBe(500)
})

test('it says who is signed in, and since when', () => {
  const tile = watermarkTile(['ops', '2026-11-22 03:13:45'])

  expect(tile).toContain('>ops<')
  expect(tile).toContain('>2026-11-22 03:13:45<')
})

test('an account, whatever is in it, is text and nothing else', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'<>"\'&/a') })),
      (account) => {
        const inside = /<tspan x="0" dy="0">([\s\S]*?)<\/tspan>/.exec(watermarkTile([account]))?.[1]
        expect(inside).not.toMatch(/[<>"']/)
      },
    ),
  )
})
