/** CLI error: why nothing was done, in words for whoever is at the shell; `code` is the exit code. */
export class CliError extends Error {
  readonly code: number
  constructor(message: string, code = 1) {
    super(message)
    this.code = code
  }
}
