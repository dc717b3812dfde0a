import { reviewerScores } from '#contract/reviewer-scores.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { reviewerScoreSource } from './source.ts'

/** Handlers of `reviewerScores`: how reviewers decide, and what inspections found of it. */
export default implement(reviewerScores, { list: reviewerScoreSource })
