import type { Db } from '#server/kernel/base/database.ts'
import type { SeedContext } from '../history/context.ts'
import { addEntries } from './entries.ts'
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
}
