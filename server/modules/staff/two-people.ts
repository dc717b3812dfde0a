import { type Column, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { IdOf } from '#contract/kernel/values.ts'
import { Refusal } from '#server/kernel/implement.ts'
import type { Actor } from '#server/kernel/permit.ts'
import { belowUnitOf } from '#server/modules/units/steps.ts'
import { staffRows } from './store.ts'

type Columns = Readonly<Record<'makerId' | 'makerUnitPath' | 'requestedAt' | 'checkerId' | 'note', Column>>

const maker = alias(staffRows, 'maker')
const checker = alias(staffRows, 'checker')

/**
 * What one asks for and another decides: the two people as its list joins and shows them, and whose it is. It belongs to
 * the unit of whoever asked.
 */
export function twoPeople({ makerId, makerUnitPath, requestedAt, checkerId, note }: Columns) {
  const byMakersUnit = (actor: Actor) => belowUnitOf(actor, makerUnitPath)
  return {
    joined: sql`join ${staffRows} maker on maker.id = ${makerId} left join ${staffRows} checker on checker.id = ${checkerId}`,
    places: {
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

interface Deciding {
  readonly row: { readonly maker: { readonly id: IdOf<'staff'> } }
  readonly actor: Actor
}

/**
 * Nobody decides on what they asked for themselves.
 * @throws Refusal `own_request`.
 */
export function mustBeAnothers({ row, actor }: Deciding): void {
  if (row.maker.id === actor.id) throw new Refusal('own_request')
}

/**
 * Nobody takes back what somebody else asked for.
 * @throws Refusal `not_own_request`.
 */
export function mustBeOwn({ row, actor }: Deciding): void {
  if (row.maker.id !== actor.id) throw new Refusal('not_own_request')
}
