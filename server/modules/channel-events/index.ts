import { channelEvents } from '#contract/channel-events.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { channelEventSource } from './source.ts'

/** Handlers of `channelEvents`: what channels and campaigns cost and bring. */
export default implement(channelEvents, { list: channelEventSource })
