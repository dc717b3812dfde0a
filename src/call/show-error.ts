import { hasText, say, text } from '#src/locale/text.ts'
import { errorToastMs } from '#src/session/base/session.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { logError } from './error-log.ts'
import { ChunkLoadError } from './lazy-part.ts'
import { CallFiled } from './second-person.ts'
import { CallFailed } from './send.ts'

/** What went wrong, said in the reader's words by whoever throws it. */
export class LocalizedError extends Error {}

/** What is said of what has no words of its own: those of the code are for the error log. */
const genericMessage = (): string => (hasText('call.failed') ? text('call.failed') : text('session.broken'))

/** What went wrong, in the reader's words. */
export function errorMessage(error: unknown): string {
  if (error instanceof ChunkLoadError) return text('session.partMissing')
  if (error instanceof LocalizedError) return error.message
  if (!(error instanceof CallFailed)) return genericMessage()
  if (error.code !== 0) return error.message || say('call.error')
  const ours = `faults.${error.fault}`
  return hasText(ours) ? say(ours) : text('session.unreachable') // not all texts are there before sign-in
}

/**
 * Tells the person what failed: a call as the specification's section 8 has it, 400 as a warning and everything else as
 * an error, and what is no call as an error, too. A defect goes into the error log. That a session has ended was said
 * when it did, and that a call was filed when it was.
 */
export function showError(error: unknown): void {
  if (error instanceof CallFiled) return
  logError(error)
  const code = error instanceof CallFailed ? error.code : 0
  if (code !== 401) toast(code === 400 ? 'warn' : 'bad', errorMessage(error), { ms: errorToastMs })
}
