import type { NewReading } from '#server/modules/readings/steps/readings.ts'

/** Face comparison as it is kept among what was read: whether somebody was present, and how alike they are. */
export const faceReading = ({ similarity, alive }: { similarity: number; alive: boolean }): NewReading => {
  return { field: 'face', value: alive ? 'alive' : 'not alive', confidence: similarity, from: 'face', box: null }
}
