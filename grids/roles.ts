import { recordPath } from '#contract/kernel/subject.ts'
import { role, roles } from '#contract/roles.ts'
import { grid } from '#src/grid/define.ts'

/** Roles: what they grant, and how many have them. */
export default grid(roles.list, {
  page: 'roles',
  keys: 'g r',
  columns: (col) => [
    col.text('mark', { pin: true, width: 110 }),
    col.text('name', { grow: 1, width: 260 }),
    col.choice('state', { width: 110 }),
    col.count('people', { width: 100 }),
    col.count('signedIn', { width: 110 }),
    col.count('pages', { width: 100 }),
    col.choice('scope', { width: 140 }),
    col.count('revealsMax', { width: 140 }),
    col.count('exportRowsMax', { width: 140 }),
    col.flag('twoFactor', { width: 120 }),
    col.instant('changedAt'),
    col.instant('createdAt', { hidden: true }),
    col.id('id', { hidden: true }),
  ],
  views: { all: {}, disabled: { state: ['disabled'] } },
  open: ({ id }) => recordPath(role, id),
})
