import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Unit } from '#contract/units.ts'
import { restaffing } from '#tests/support/restaffing.ts'
import type { Account, World } from '#tests/support/server.ts'

/** `test` whose changes of units are taken back. */
export const test = restaffing

/** The id of a unit, as the demo names it. */
export const id = (code: string) => code as IdOf<'unit'>
/** The same, as something that others stand below. */
export const below = (code: string) => code as IdOf<'parentUnit'>

/** Units as somebody sees them. */
export const listed = async ({ as }: Pick<World, 'as'>, q = '', who: Account = 'admin'): Promise<readonly Unit[]> =>
  (await as(who).units.list({ q })).rows

/** A unit as it is now. */
export async function unitOf(world: Pick<World, 'as'>, code: string): Promise<Unit> {
  const [row] = await listed(world, `id:${code}`)
  expect(row?.id).toBe(code)
  return row!
}

/** What is on the record of a command that was done. */
export const recorded = async ({ server }: Pick<World, 'server'>, command: string) =>
  (
    await server.app.database.query(
      `select object_id as id, before, after from audit where command = '${command}' and outcome = 'done' order by audit.id`,
    )
  ).rows
