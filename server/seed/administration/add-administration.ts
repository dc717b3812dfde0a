import type { Db } from '#server/kernel/base/database.ts'
import type { SeedContext } from '../history/context.ts'
import { addEntries } from './entries.ts'
import { addFiles } from './files.ts'
import { addOwnDictionary } from './own-dictionary.ts'
import { addSignIns, keepPeopleOut } from './people.ts'
import { addParameters, addRequests } from './requests.ts'
import { addTaskRuns } from './task-runs.ts'

/** Adds what a demo shows to whoever keeps the house, in every state that it may have. */
export async function addAdministration(db: Db, context: SeedContext): Promise<void> {
  await addSignIns(db)
  await keepPeopleOut(db, context)
  await addTaskRuns(db, context)
  await addParameters(db)
  await addRequests(db, context)
  await addEntries(db, context)
  await addOwnDictionary(db, context)
  await addFiles(db, context)
}
