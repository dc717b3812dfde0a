import { staff } from '#contract/staff.ts'
import { grid } from '#src/grid/define.ts'

/** Members of staff: who may sign in, as what, and where. */
export default grid(staff.list, {
  page: 'staff',
  keys: 'g e',
  columns: (col) => [
    col.text('account', { pin: true, width: 130 }),
    col.text('name', { width: 180 }),
    col.choice('state', { width: 110 }),
    col.text('roles', { grow: 1, width: 240 }),
    col.ref('unit', { width: 180 }),
    col.count('sessions', { width: 100 }),
    col.instant('lastSignInAt'),
    col.text('lastSignInIp', { width: 130 }),
    col.flag('twoFactor', { width: 120 }),
    col.text('jobNumber', { width: 110 }),
    col.text('phone', { hidden: true, width: 150 }),
    col.text('email', { hidden: true, width: 220 }),
    col.choice('language', { hidden: true, width: 120 }),
    col.flag('passwordDue', { hidden: true, width: 140 }),
    col.id('id', { hidden: true }),
    col.instant('createdAt', { hidden: true }),
  ],
  views: {
    working: { state: ['enabled'] },
    signedIn: { sessions: '>0' },
    unused: { state: ['enabled'], lastSignInAt: '<-30d' },
    neverUsed: { state: ['enabled'], lastSignInAt: null },
    closed: { state: ['disabled', 'frozen'] },
    all: {},
  },
})
