import { references } from '#contract/references.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { closedReferences, searchReferences } from './steps.ts'

/** Handlers of `references`: records that can be chosen as arguments. */
export default implement(references, {
  search: async ({ kind, text }, { tx, actor, language, t }) => ({
    found: await searchReferences(tx, kind, text, { actor, language, t }),
    closed: await closedReferences(tx, kind, text),
  }),
})
