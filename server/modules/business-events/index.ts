import { businessEvents } from '#contract/business-events.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { businessEventSource } from './source.ts'

/** Handlers of `businessEvents`: what happens day by day. */
export default implement(businessEvents, { list: businessEventSource })
