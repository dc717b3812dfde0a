import { asc, eq } from 'drizzle-orm'
import { lens, type RoleGrants } from '#contract/lens.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { roleWord } from '#server/modules/roles/steps/role-names.ts'
import { grantRows, roleRows } from '#server/modules/roles/store.ts'

/** Handlers of `lens`: what the console looks like to a role. */
export default implement(lens, {
  async roles(_, { tx, t }) {
    const roles = await tx.select().from(roleRows).where(eq(roleRows.state, 'enabled')).orderBy(asc(roleRows.id))
    const granted = await tx.select().from(grantRows).orderBy(asc(grantRows.page))
    const grantsOf = (role: string): RoleGrants['grants'] =>
      granted.filter(({ roleId }) => roleId === role).map(({ page, codes, scope }) => ({ page, codes, scope }))
    return { roles: roles.map(({ id, name, mark }) => ({ id, name: roleWord(t, name), mark, grants: grantsOf(id) })) }
  },

  // the call is its own record
  exported: async () => ({}),
})
