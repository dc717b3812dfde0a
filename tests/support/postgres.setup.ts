import type { TestProject } from 'vitest/node'
import { startPostgres } from '#scripts/postgres.ts'

/** Starts the PostgreSQL of the run, where it is the lane that is asked for. */
export async function setup(project: TestProject) {
  if (process.env.LANE !== 'postgres') {
    project.provide('postgresUrl', null)
    return () => {}
  }
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
