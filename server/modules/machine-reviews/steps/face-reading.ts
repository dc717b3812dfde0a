import type { NewReading } from '#server/modules/readings/steps/readings.ts'

/** What is kept of the face of somebody who was there. */
export const aliveFace = 'alive'

/** Face comparison as it is kept among what was read: whether somebody was present, and how alike they are. */
export const faceReading = ({ similarity, alive }: { similarity: number; alive: boolean }): NewReading => {
  return { field: 'face', value: alive ? aliveFace : 'not alive', confidence: similarity, from: 'face', box: null }
}
