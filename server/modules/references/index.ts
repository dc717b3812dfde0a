import { references } from '#contract/references.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { closedReferences, searchReferences } from './steps.ts'

/** Handlers of `references`: records that can be chosen as arguments. */
export default implement(references, {
  search: async ({ kind, text }, { tx, ...reader }) => ({
    found: await searchReferences(tx, kind, text, reader),
    closed: await closedReferences(tx, kind, text, reader),
  }),
})
