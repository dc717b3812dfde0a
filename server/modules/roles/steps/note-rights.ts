import { eq, sql } from 'drizzle-orm'
import type { Grant } from '#contract/kernel/grants.ts'
import { buttons } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { pageIds } from '#contract/menu.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { staffRoleRows, staffRows } from '#server/modules/staff/store.ts'
import { grantsOfRole, holds } from '../steps.ts'
import { grantRows, roleRows } from '../store.ts'

/** So many pages are named; more are counted. */
const namedMax = 8

const codesOf = ({ codes }: Grant): number[] => [0, ...Object.values(buttons).filter((code) => (codes & code) !== 0)]

/** What somebody has of `grants` by none of their other roles. */
const alone = (grants: readonly Grant[], others: readonly Grant[]): Grant[] =>
  grants.filter((grant) => codesOf(grant).some((code) => !holds(others, grant, code)))

/** What everybody with a role has by their other roles that are in use; `who`: of one of them alone, had they the role or not. */
function otherGrants(roleId: IdOf<'role'>, who: IdOf<'staff'> | null, { tx }: Pick<Context, 'tx'>) {
  const has = sql`exists (select from ${staffRoleRows} has where has.staff_id = ${staffRows.id} and has.role_id = ${roleId})`
  const others = sql`select json_build_object('page', g.page, 'codes', g.codes, 'scope', g.scope) as one
    from ${staffRoleRows} held join ${roleRows} r on r.id = held.role_id and r.state = 'enabled'
    join ${grantRows} g on g.role_id = r.id where held.staff_id = ${staffRows.id} and held.role_id <> ${roleId}`
  return rowsOf<{ others: readonly Grant[] }>(
    tx,
    sql`select coalesce((select json_agg(one) from (${others}) o), '[]') as others from ${staffRows}
      where ${staffRows.state} = 'enabled' and ${who === null ? has : eq(staffRows.id, who)}`,
  )
}

/**
 * Side effect: notes whose rights change, and on which pages, when a role is put out of use or in use again, or `who` is
 * given it or has it taken away. What people have by another role stays theirs.
 */
export async function noteRights(
  role: { readonly id: IdOf<'role'>; readonly name: string },
  of: 'rightsLost' | 'rightsGained',
  who: IdOf<'staff'> | null,
  call: Pick<Context, 'tx' | 'effect' | 't'>,
): Promise<void> {
  const grants = await grantsOfRole(call.tx, role.id)
  const changed = (await otherGrants(role.id, who, call)).map(({ others }) => alone(grants, others))
  const people = changed.filter(({ length }) => length > 0).length
  if (people === 0) return
  const those = new Set(changed.flat().map(({ page }) => page))
  const pages = pageIds.filter((page) => those.has(page)) // as the menu has them
  const named = pages.slice(0, namedMax).map((page) => call.t(`menu.${page}`))
  const more = pages.length - named.length
  const rest = more > 0 ? [call.t('command.andMore', { count: more })] : []
  call.effect(of, call.t('roles.rightsOf', { role: role.name, people, pages: [...named, ...rest].join(', ') }))
}
