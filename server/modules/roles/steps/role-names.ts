import { type Column, type SQL, sql } from 'drizzle-orm'
import { productRoles } from '#contract/roles.ts'
import type { Translate } from '#server/kernel/base/translations.ts'
import type { ListedText } from '#server/kernel/listing/column-mapping.ts'
import { escapeLike } from '#server/kernel/listing/escape-like.ts'
import { staffRoleRows } from '#server/modules/staff/store.ts'
import { roleRows } from '../store.ts'

/** What the roles of the product are called by a reader, by the name that they come with; nothing where nobody reads. */
const wordsOf = (t: Translate): Readonly<Record<string, string>> =>
  t('call.language') === 'call.language'
    ? {}
    : Object.fromEntries(Object.entries(productRoles).map(([id, name]) => [name, t(`roles.product.${id}`)]))

/** The name of a role as its reader has it: one that staff have named is called as they wrote it. */
export const roleNameIn = (t: Translate, name: Column | SQL = roleRows.name): SQL<string> =>
  sql<string>`coalesce(${JSON.stringify(wordsOf(t))}::jsonb ->> ${name}, ${name})`

/** The same of a name that was read already. */
export const roleWord = (t: Translate, name: string): string => wordsOf(t)[name] ?? name

/** The name that is kept where `written` is what a reader is shown of `name`: whoever changes nothing names nothing. */
export const writtenRoleName = (t: Translate, written: string, name: string): string =>
  written === roleWord(t, name) ? name : written

/** The roles of somebody in one text, in the order of their ids; found by a part of what one is called here, or was named. */
export function rolesOfStaff(staffId: Column, t: Translate): ListedText {
  const theirs = (one: SQL, rest = sql``) => sql`select ${one} from ${staffRoleRows} held
    join ${roleRows} r on r.id = held.role_id where held.staff_id = ${staffId} ${rest}`
  const name = roleNameIn(t, sql`r.name`)
  const values = sql`array(${theirs(name, sql`order by r.id`)})`
  return {
    listed: sql`array_to_string(${values}, ', ')`,
    values,
    matching: ({ text, is }) => {
      const pattern = is === 'prefix' ? `${escapeLike(text)}%` : `%${escapeLike(text)}%`
      return sql`exists (${theirs(sql`1`, sql`and (${name} ilike ${pattern} or r.name ilike ${pattern})`)})`
    },
  }
}
