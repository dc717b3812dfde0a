import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type RoleHolder, role, roles } from '#contract/roles.ts'
import { sessionIdleMs } from '#contract/session.ts'
import { rowsOf } from '#server/kernel/base/database.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { nameIn } from '#server/kernel/listing/labels.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { menuOf } from '#server/modules/session/steps/menu.ts'
import { sessionRows } from '#server/modules/session/store.ts'
import { staffRoleRows, staffRows } from '#server/modules/staff/store.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { editRole, readRole, setRoleState } from './edit.ts'
import { roleSource } from './source.ts'
import { rightsInUse } from './steps/rights-in-use.ts'
import { grantsOfRole } from './steps.ts'

/** Where whoever has a role works. */
const place = alias(unitRows, 'place')

/** Handlers of `roles`: what staff may do. */
export default implement(
  roles,
  {
    list: roleSource,

    async detail({ id }, call) {
      const found = await readRole(id, call)
      if (!found) return call.fail('not_found')
      const since = new Date(call.now.getTime() - sessionIdleMs).toISOString()
      const people = await rowsOf<RoleHolder>(
        call.tx,
        sql`select s.id, s.name, ${nameIn(place, call.t)} as unit,
              (select json_agg(other.role_id order by other.role_id) from ${staffRoleRows} other
                where other.staff_id = s.id) as roles,
              exists (select from ${sessionRows} o where o.staff_id = s.id and o.last_seen_at > ${since}) as "signedIn"
            from ${staffRoleRows} held join ${staffRows} s on s.id = held.staff_id and s.state = 'enabled'
            join ${unitRows} place on place.id = s.unit_id where held.role_id = ${id} order by s.name, s.id`,
      )
      return { role: found, grants: await grantsOfRole(call.tx, id), people }
    },

    edit: (draft, call) => editRole(draft, call),
    setState: ({ state }, call) => setRoleState(call.row, state, call),

    async menu(_, { app }) {
      const { pages, money } = rightsInUse(app.registry)
      return { menu: menuOf(pages), money: [...money] }
    },
  },
  [rowSource(role, roleSource)],
)
