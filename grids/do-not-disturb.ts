import { doNotDisturb } from '#contract/do-not-disturb.ts'
import { grid } from '#src/grid/define.ts'

/** Who is not written to. */
export default grid(doNotDisturb.list, {
  page: 'doNotDisturb',
  columns: (col) => [
    col.text('value', { pin: true, width: 170 }),
    col.choice('kind', { width: 110 }),
    col.choice('state', { width: 110 }),
    col.choice('channel', { width: 130 }),
    col.choice('scope', { width: 130 }),
    col.choice('origin', { width: 130 }),
    col.date('until'),
    col.id('customerId'),
    col.text('remark', { grow: 1, width: 220 }),
    col.instant('addedAt'),
    col.text('addedBy', { width: 150 }),
    col.instant('liftedAt', { hidden: true }),
    col.text('liftedBy', { hidden: true, width: 150 }),
    col.id('id', { hidden: true }),
  ],
  views: { active: { state: ['active'] }, all: {} },
})
