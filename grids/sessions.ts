import { sessions } from '#contract/sessions.ts'
import { grid } from '#src/grid/define.ts'

/** Sessions: who is signed in, since when, from where and with what. */
export default grid(sessions.list, {
  page: 'sessions',
  columns: (col) => [
    col.text('account', { pin: true, width: 130 }),
    col.ref('staff', { width: 200 }),
    col.choice('state', { width: 110 }),
    col.text('roles', { grow: 1, width: 220 }),
    col.ref('unit', { width: 170 }),
    col.instant('startedAt'),
    col.instant('lastSeenAt'),
    col.text('ip', { width: 140 }),
    col.text('device', { width: 170 }),
    col.text('agent', { hidden: true, width: 320 }),
    col.id('id', { hidden: true }),
  ],
  views: { open: { state: ['active', 'idle'] }, active: { state: ['active'] }, all: {} },
})
