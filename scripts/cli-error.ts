import { ConfigurationError } from '#server/kernel/base/configuration-error.ts'
import { FolderInUse } from '#server/kernel/base/data-folder.ts'

/** CLI error: why nothing was done, in words for whoever is at the shell; `code` is the exit code. */
export class CliError extends Error {
  readonly code: number
  constructor(message: string, code = 1) {
    super(message)
    this.code = code
  }
}

/** Ends a command that could not do its work: says why, and that nothing was written. @throws whatever else it was: a defect. */
export function endWith(error: unknown): void {
  const isTold = error instanceof CliError || error instanceof ConfigurationError
  if (!(isTold || error instanceof FolderInUse)) throw error
  const reason = isTold ? error.message : `${error.message}: stop the server first.`
  process.stderr.write(`${reason}\nNothing was written.\n`)
  process.exitCode = error instanceof CliError ? error.code : 1
}
