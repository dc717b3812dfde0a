import { asc, eq, inArray } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import { session } from '#contract/session.ts'
import { type Context, implement } from '#server/kernel/implement.ts'
import { roleRows } from '#server/modules/roles/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { menuOf } from './menu.ts'
import { changePassword, signIn } from './sign-in.ts'
import { sessionRows } from './store.ts'

const rolesOf = ({ actor, tx }: Pick<Context, 'actor' | 'tx'>) =>
  tx
    .select({ id: roleRows.id, name: roleRows.name, mark: roleRows.mark })
    .from(roleRows)
    .where(inArray(roleRows.id, [...actor.roles]))
    .orderBy(asc(roleRows.id))

/** Signing in and out, and what the server knows of who is signed in. */
export default implement(session, {
  signIn: (typed, call) => signIn(typed, call),

  async info(_, call) {
    const { actor, tx, ground } = call
    const [person] = await tx.select().from(staffRows).where(eq(staffRows.id, actor.id))
    const [role] = await rolesOf(call)
    return {
      mustChangePassword: actor.passwordDue,
      menu: menuOf(actor.granted),
      roleFlag: role?.mark ?? '',
      user: {
        userId: actor.id,
        userName: actor.name,
        avatar: '',
        introduction: person!.introduction,
        account: actor.account,
        loginTime: toInstant(person!.lastSignInAt ?? call.now),
        country: ground.clock.country,
      },
    }
  },

  time: async (_, { now, ground }) => ({ time: toInstant(now), country: ground.clock.country }),

  roles: async (_, call) => ({ roles: await rolesOf(call) }),

  slider: async () => ({ enabled: false }),

  async signOut(_, { actor, tx }) {
    if (actor.sessionId) await tx.delete(sessionRows).where(eq(sessionRows.id, actor.sessionId))
    return {}
  },

  async changePassword({ oldPwd, newPwd }, call) {
    await changePassword({ before: oldPwd, now: newPwd }, call)
    return { success: true }
  },
})
