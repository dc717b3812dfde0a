import { contactRefusals } from '#contract/contact-refusals.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { contactRefusalSource } from './source.ts'

/** Handlers of `contactRefusals`: which contacts a rule has forbidden. */
export default implement(contactRefusals, { list: contactRefusalSource })
