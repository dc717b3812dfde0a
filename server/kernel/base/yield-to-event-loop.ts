import { setImmediate } from 'node:timers/promises'

/**
 * Yields to the event loop between two steps of long work. The embedded database answers without ever leaving the process:
 * work that goes from one answer to the next keeps everybody else waiting until its end.
 */
export const yieldToEventLoop = (): Promise<void> => setImmediate()
