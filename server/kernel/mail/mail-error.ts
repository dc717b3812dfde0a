/** What is known of an SMTP error: which command the server answered, and with what. */
interface SmtpError {
  readonly code?: string
  readonly originalCode?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
  readonly permanent?: boolean
}

/** `refused`: this mail is never taken. `failed`: it was not taken, and may be another time. `unclear`: it may have been taken. */
export type MailOutcome = 'refused' | 'failed' | 'unclear'

const answerMax = 200

/** What becomes of a mail that broke off, by whether the server had begun to get it. */
function outcomeOf({ command, responseCode, permanent }: SmtpError, begun: boolean): MailOutcome {
  // below 400 nothing is refused: the message may have been taken
  if (!responseCode || responseCode < 400) return begun ? 'unclear' : 'failed'
  return permanent && (command === 'RCPT TO' || command === 'DATA') ? 'refused' : 'failed'
}

/** Mail that did not go out, or may not have. Its message is for the log: codes alone, neither addresses nor words. */
export class MailError extends Error {
  readonly outcome: MailOutcome
  /** In the words of the mail server, or as a code: for whoever waits for the mail. */
  readonly answer: string
  private constructor(outcome: MailOutcome, codes: string, answer: string) {
    super(`mail ${outcome}: ${codes}`)
    this.outcome = outcome
    this.answer = answer
  }

  /** Of mail that was under way when whoever sent it stopped. */
  static interrupted(): MailError {
    return new MailError('unclear', 'interrupted', 'interrupted')
  }

  /** Of what nodemailer throws; `begun`: the server had begun to get the message itself. */
  static of(error: unknown, begun: boolean): MailError {
    const smtp = (error instanceof Error ? error : {}) as SmtpError // as nodemailer has them
    const joined = (...codes: readonly unknown[]) => codes.filter(Boolean).join(' ') || 'unknown'
    const code = smtp.originalCode ?? smtp.code
    // what is answered to a sign-in names the account of the installation
    const told = smtp.command?.startsWith('AUTH') ? undefined : smtp.response
    const answer = told?.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim() || joined(code, smtp.responseCode)
    return new MailError(
      outcomeOf(smtp, begun),
      joined(code, smtp.command, smtp.responseCode),
      answer.slice(0, answerMax),
    )
  }
}
