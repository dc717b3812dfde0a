import { hasText, say, text } from '#src/locale/text.ts'
import { errorMs } from '#src/session/session.ts'
import { logError } from '#src/shell/errors.ts'
import { toast } from '#src/ui/toast.ts'
import { PartMissing } from './part.ts'
import { CallFailed } from './send.ts'

/** What went wrong, said in the reader's words by whoever throws it. */
export class Worded extends Error {}

/** What is said of what has no words of its own: those of the code are for the error log. */
const failed = (): string => (hasText('call.failed') ? text('call.failed') : text('session.broken'))

/** What went wrong, in the reader's words. */
export function wordsOf(error: unknown): string {
  if (error instanceof PartMissing) return text('session.partMissing')
  if (error instanceof Worded) return error.message
  if (!(error instanceof CallFailed)) return failed()
  if (error.code !== 0) return error.message || say('call.error')
  const ours = `faults.${error.fault}`
  return hasText(ours) ? say(ours) : text('session.unreachable') // not all texts are there before sign-in
}

/**
 * Tells the person what failed: a call as the specification's section 8 has it, 400 as a warning and everything else as
 * an error, and what is no call as an error, too. A defect goes into the error log. That a session has ended was said
 * when it did.
 */
export function announce(error: unknown): void {
  logError(error)
  const code = error instanceof CallFailed ? error.code : 0
  if (code !== 401) toast(code === 400 ? 'warn' : 'bad', wordsOf(error), { ms: errorMs })
}
