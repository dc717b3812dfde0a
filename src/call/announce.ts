import { hasText, say, text } from '#src/locale/text.ts'
import { errorMs } from '#src/session/session.ts'
import { logError } from '#src/shell/errors.ts'
import { toast } from '#src/ui/toast.ts'
import { CallFailed } from './send.ts'

/** What a failed call says, in the reader's words. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof CallFailed)) return error instanceof Error ? error.message : String(error)
  if (error.code !== 0) return error.message || say('call.error')
  const ours = `faults.${error.fault}`
  return hasText(ours) ? say(ours) : text('session.unreachable') // not all texts are there before sign-in
}

/**
 * Tells the person that a call failed, as the specification's section 8 has it: 400 is a warning, everything else an
 * error; a defect goes into the error log. That a session has ended was said when it did.
 */
export function announce(error: unknown): void {
  logError(error)
  const code = error instanceof CallFailed ? error.code : 0
  if (code !== 401) toast(code === 400 ? 'warn' : 'bad', wordsOf(error), { ms: errorMs })
}
