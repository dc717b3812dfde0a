import { dueFacts } from '#contract/due-facts.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { dueFactSource } from './source.ts'

/** Handlers of `dueFacts`: instalments as they were known, and how they were repaid. */
export default implement(dueFacts, { list: dueFactSource })
