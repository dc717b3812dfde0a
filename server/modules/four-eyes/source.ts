import { type Column, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Actor } from '#server/kernel/base/actor.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { belowUnitOf } from '#server/modules/units/steps.ts'

type Columns = Readonly<Record<'makerId' | 'makerUnitPath' | 'requestedAt' | 'checkerId' | 'note', Column>>

const maker = alias(staffRows, 'maker')

const checker = alias(staffRows, 'checker')

/**
 * What one asks for and another decides: the two people as its list joins and shows them, and whose it is. It belongs to
 * the unit of whoever asked.
 */
export function fourEyes({ makerId, makerUnitPath, requestedAt, checkerId, note }: Columns) {
  const byMakersUnit = (actor: Actor) => belowUnitOf(actor, makerUnitPath)
  return {
    joined: sql`join ${staffRows} maker on maker.id = ${makerId} left join ${staffRows} checker on checker.id = ${checkerId}`,
    mappings: {
      maker: { id: makerId, name: maker.name },
      requestedAt,
      checker: { id: checkerId, name: checker.name },
      note,
    },
    scope: {
      department: byMakersUnit,
      agency: byMakersUnit,
      group: byMakersUnit,
      own: ({ id }: Actor) => sql`${makerId} = ${id}`,
    },
  }
}
