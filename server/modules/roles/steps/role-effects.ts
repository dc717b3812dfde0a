import { eq, inArray, sql } from 'drizzle-orm'
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

/** People with the same roles beside one, and how many they are. */
interface Holders {
  readonly people: number
  readonly others: readonly IdOf<'role'>[]
}

/** Who has a role, by what else they are; `who`: one of them alone, had they the role or not. */
function holdersOf(roleId: IdOf<'role'>, who: IdOf<'staff'> | null, { tx }: Pick<Context, 'tx'>): Promise<Holders[]> {
  const has = sql`exists (select from ${staffRoleRows} has where has.staff_id = ${staffRows.id} and has.role_id = ${roleId})`
  const others = sql`array(select held.role_id from ${staffRoleRows} held
    join ${roleRows} r on r.id = held.role_id and r.state = 'enabled'
    where held.staff_id = ${staffRows.id} and held.role_id <> ${roleId} order by 1)`
  return rowsOf<Holders & Record<string, unknown>>(
    tx,
    sql`select others, count(*)::int as people from (select ${others} as others from ${staffRows}
      where ${staffRows.state} = 'enabled' and ${who === null ? has : eq(staffRows.id, who)}) each group by 1`,
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
  const holders = await holdersOf(role.id, who, call)
  const beside = [...new Set(holders.flatMap(({ others }) => others))]
  const held = await call.tx.select().from(grantRows).where(inArray(grantRows.roleId, beside))
  const changed = holders.flatMap(({ people, others }) => {
    const own = held.filter(({ roleId }) => others.includes(roleId))
    const theirs = alone(grants, own)
    return theirs.length > 0 ? [{ people, pages: theirs.map(({ page }) => page) }] : []
  })
  const people = changed.reduce((sum, one) => sum + one.people, 0)
  if (people === 0) return
  const those = new Set(changed.flatMap((one) => one.pages))
  const pages = pageIds.filter((page) => those.has(page)) // as the menu has them
  const named = pages.slice(0, namedMax).map((page) => call.t(`menu.${page}`))
  const more = pages.length - named.length
  const rest = more > 0 ? [call.t('command.andMore', { count: more })] : []
  call.effect(of, call.t('roles.rightsOf', { role: role.name, people, pages: [...named, ...rest].join(', ') }))
}
