import { z } from 'zod'
import { Choice, Id, Instant, Rate } from './kernel/values.ts'

/** How far a machine review is. Abnormal: somebody did not answer; it is tried again, or a person's. */
export const machineReviewStates = ['running', 'done', 'abnormal'] as const

/** Machine review: what third parties say of an application before the rules decide. */
export const MachineReview = z.object({
  id: Id('machineReview'),
  state: Choice('machineReviews.state', [...machineReviewStates], { running: 'info', done: 'good', abnormal: 'bad' }),
  startedAt: Instant,
  completedAt: Instant.nullable(),
  /** How long it took, in seconds. */
  seconds: z.int().nullable(),
  tries: z.int(),
  nextTryAt: Instant.nullable(),
  /** How alike the face is to that on the papers; none where nobody has compared them. */
  face: Rate.nullable(),
  bureauScore: z.int().nullable(),
})
export type MachineReview = z.output<typeof MachineReview>
