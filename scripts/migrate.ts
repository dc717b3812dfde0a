import { openEnvironmentDatabase, readEnvironment } from '#server/environment.ts'
import { FolderInUse } from '#server/kernel/base/data-folder.ts'
import { UnsupportedLocale } from '#server/kernel/base/locale.ts'

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const database = await openEnvironmentDatabase(readEnvironment()).catch((error: unknown): never => {
  if (error instanceof FolderInUse)
    fail(`${error.message}: stop the server first; it migrates by itself when it starts.`)
  if (error instanceof UnsupportedLocale) fail(error.message)
  throw error
})
await database.close()
process.stdout.write('The database is up to date.\n')
