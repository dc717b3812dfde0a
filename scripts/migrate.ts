import { openEnvironmentDatabase, readEnvironment } from '#server/environment.ts'
import { FolderInUse } from '#server/kernel/base/data-folder.ts'
import { WrongSetting } from '#server/kernel/base/wrong-setting.ts'

const fail = (message: string): never => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const database = await Promise.resolve()
  .then(() => openEnvironmentDatabase(readEnvironment()))
  .catch((error: unknown): never => {
    if (error instanceof FolderInUse)
      fail(`${error.message}: stop the server first; it migrates by itself when it starts.`)
    if (error instanceof WrongSetting) fail(error.message)
    throw error
  })
await database.close()
process.stdout.write('The database is up to date.\n')
