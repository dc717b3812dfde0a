import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadTexts } from '#src/locale/language.ts'
import { asKnownOn } from '#src/pages/reports/save-chart.ts'
import { type Server, startBrowser } from '#tests/src/session/browser.ts'

let server: Server
beforeAll(async () => {
  server = await startBrowser()
  await loadTexts('en')
})
afterAll(() => server.stop())

const answer = { asOf: '2026-03-09' }

test('a picture says as known on which day only where that was asked', () => {
  expect(asKnownOn({ address: { asOf: undefined }, answer } as never)).toBeNull()
  expect(asKnownOn({ address: { asOf: '2026-03-09' }, answer } as never)).toBe('as known on 2026-03-09')
})
