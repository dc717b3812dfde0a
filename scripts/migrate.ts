import { endWith } from '#scripts/cli-error.ts'
import { openEnvironmentDatabase, readEnvironment } from '#server/environment.ts'

try {
  const database = await openEnvironmentDatabase(readEnvironment())
  await database.close()
  process.stdout.write('The database is up to date.\n')
} catch (error) {
  endWith(error)
}
