import { acquisition } from '#contract/acquisition.ts'
import { implement } from '#server/kernel/call/implement.ts'

/** Handlers of `acquisition`: its reports are answered from the list of customers. */
export default implement(acquisition, {})
