import { announcement, announcements } from '#contract/announcements.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { grid } from '#src/grid/define.ts'

/** Announcements: what staff are told, for whom, and how often it was seen. */
export default grid(announcements.list, {
  page: 'announcements',
  columns: (col) => [
    col.text('title', { pin: true, grow: 1, width: 280 }),
    col.choice('state', { width: 110 }),
    col.choice('audience', { width: 120 }),
    col.text('readers', { width: 220 }),
    col.choice('popUp', { width: 150 }),
    col.count('exposures', { width: 100 }),
    col.date('showFrom'),
    col.date('showUntil'),
    col.instant('updatedAt'),
    col.text('maker', { width: 150 }),
    col.text('content', { hidden: true, width: 360 }),
    col.id('id', { hidden: true }),
    col.instant('createdAt', { hidden: true }),
  ],
  views: { all: {}, shown: { state: ['enabled'] }, drafts: { state: ['draft'] }, disabled: { state: ['disabled'] } },
  open: ({ id }) => recordPath(announcement, id),
})
