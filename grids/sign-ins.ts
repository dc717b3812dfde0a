import { signIns } from '#contract/sign-ins.ts'
import { grid } from '#src/grid/define.ts'

/** Sign-ins: who, when, from where, with what, and how it ended. */
export default grid(signIns.list, {
  page: 'signIns',
  columns: (col) => [
    col.instant('at', { pin: true }),
    col.text('account', { width: 150 }),
    col.text('name', { width: 180 }),
    col.choice('result', { width: 120 }),
    col.text('fault', { width: 260 }),
    col.text('ip', { width: 140 }),
    col.text('agent', { grow: 1, width: 320 }),
    col.id('id', { hidden: true }),
  ],
  views: { today: { at: ':today' }, refused: { result: ['refused', 'failed'] }, all: {} },
})
