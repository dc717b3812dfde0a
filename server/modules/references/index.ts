import { references } from '#contract/references.ts'
import { implement } from '#server/kernel/implement.ts'
import { searchReferences } from './steps.ts'

/** Records that can be chosen as arguments. */
export default implement(references, {
  search: async ({ kind, text }, { tx }) => ({ found: await searchReferences(tx, kind, text) }),
})
