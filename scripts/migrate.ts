import { openFrom, readEnvironment } from '#server/environment.ts'
import { FolderInUse } from '#server/kernel/folder.ts'

const database = await openFrom(readEnvironment()).catch((error: unknown): never => {
  if (!(error instanceof FolderInUse)) throw error
  process.stderr.write(`${error.message}: stop the server first; it migrates by itself when it starts.\n`)
  process.exit(1)
})
await database.close()
process.stdout.write('The database is up to date.\n')
