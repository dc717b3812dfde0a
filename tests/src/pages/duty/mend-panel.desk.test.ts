import '#tests/src/command/browser.ts'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect } from 'vitest'
import { MendPanel } from '#src/pages/duty/MendPanel.tsx'
import type { DutyBoardState } from '#src/pages/duty/use-duty-board.ts'
import { test } from '#tests/src/command/desk.ts'

const gap = { stage: 'M1', name: 'M1', day: '2026-12-06', needed: 2 }
const stepIns = [{ person: { staff: 'S-1', name: 'Karan Grover' }, days: 6, run: () => {} }]
// what the panel reads of a board
const board = {
  mendings: [{ gap, stepIns }],
  draft: { days: new Map(), patterns: new Map() },
} as unknown as DutyBoardState

test('whoever may not plan is told who could step in, without a button', async ({ desk }) => {
  await desk.sit('executive')
  const drawn = renderToStaticMarkup(createElement(MendPanel, { board }))

  expect(drawn).toContain('Karan Grover')
  expect(drawn).not.toContain('<button')
})
