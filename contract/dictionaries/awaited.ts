import { declareVocabulary } from '../kernel/vocabulary.ts'

/** Vocabularies of the specification whose nouns are yet to come: what is kept of them waits for those here. */
const awaited = {
  qualityState: ['notInspected', 'inspected', 'pass', 'fail'],
  feedbackState: ['unprocessed', 'following', 'finished'],
  willingness: [1, 2, 3, 4, 5],
  followUpResult: [10, 11, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29],
  aiTaskState: ['created', 'pending', 'finished', 'calling', 'cancelled', 'paused'],
  aiOutcome: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
} as const satisfies Record<string, readonly (string | number)[]>

for (const [name, codes] of Object.entries(awaited)) declareVocabulary(`vocabularies.${name}`, codes)

const counted = (letter: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => `${letter}${String(first + i).padStart(3, '0')}`)
/** Why an inspector objects. The specification has the codes only: their labels are for the administrator to write. */
declareVocabulary('vocabularies.qualityCode', [
  ...[...counted('A', 1, 8), ...counted('B', 1, 7), ...counted('C', 1, 6), ...counted('E', 1, 1)],
  ...[...counted('A', 101, 108), ...counted('B', 101, 107), ...counted('C', 101, 106)],
])
