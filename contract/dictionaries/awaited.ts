import { declareVocabulary } from '../kernel/vocabulary.ts'

/** Vocabularies of the specification whose nouns are yet to come: what is kept of them waits for those here. */
const awaited = {
  feedbackState: ['unprocessed', 'following', 'finished'],
  followUpResult: [10, 11, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29],
} as const satisfies Record<string, readonly (string | number)[]>

for (const [name, codes] of Object.entries(awaited)) declareVocabulary(`vocabularies.${name}`, codes)
