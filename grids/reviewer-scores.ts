import { reviewerScores } from '#contract/reviewer-scores.ts'
import { grid } from '#src/grid/define.ts'

/** How reviewers have decided lately, and what inspections found of it. */
export default grid(reviewerScores.list, {
  page: 'reviewerScores',
  columns: (col) => [
    col.ref('reviewer', { pin: true, width: 200 }),
    col.count('decided', { width: 110 }),
    col.count('passed', { width: 110 }),
    col.count('failed', { width: 110 }),
    col.count('minutesEach', { width: 120 }),
    col.count('inspected', { width: 110 }),
    col.count('faulty', { alarm: [1, 5], width: 130 }),
    col.rate('errorRate', { width: 110 }),
    col.count('appealed', { width: 110 }),
    col.count('overturned', { width: 110 }),
    col.instant('lastDecidedAt'),
    col.id('id', { hidden: true }),
  ],
  views: { all: {}, errors: { faulty: '>0', sort: '-faulty' } },
})
