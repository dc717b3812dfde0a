import { asc, eq, inArray } from 'drizzle-orm'
import { toInstant } from '#contract/kernel/calendar.ts'
import { session } from '#contract/session.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { pictureOf } from '#server/modules/account/steps.ts'
import { mayReadIdentity } from '#server/modules/customers/steps/identity-access.ts'
import { keptMenu } from '#server/modules/menu-entries/steps.ts'
import { roleNameIn } from '#server/modules/roles/steps/role-names.ts'
import { roleRows } from '#server/modules/roles/store.ts'
import { settingsOf } from '#server/modules/settings/steps.ts'
import { staffById } from '#server/modules/staff/steps.ts'
import { challengedFromAddress } from './attempts.ts'
import { changePassword, signIn } from './sign-in.ts'
import { challengeFor } from './slider.ts'
import { menuOf, pagesInFull } from './steps/menu.ts'
import { prove } from './steps/reauthenticate.ts'
import { sessionRows } from './store.ts'

const rolesOf = ({ actor, tx, t }: Pick<Context, 'actor' | 'tx' | 't'>) =>
  tx
    .select({ id: roleRows.id, name: roleNameIn(t), mark: roleRows.mark })
    .from(roleRows)
    .where(inArray(roleRows.id, [...actor.roles]))
    .orderBy(asc(roleRows.id))

/** Handlers of `session`: signing in and out, and what the server knows of who is signed in. */
export default implement(session, {
  signIn: (typed, call) => signIn(typed, call),

  async info(_, call) {
    const { actor, tx, app } = call
    const person = await staffById(tx, actor.id)
    const [role] = await rolesOf(call)
    return {
      mustChangePassword: actor.passwordDue,
      twoFactorDue: actor.twoFactorRequired && !actor.twoFactor,
      settings: await settingsOf(tx, actor.id),
      menu: menuOf(actor.granted, await keptMenu(tx), pagesInFull(actor)),
      roleFlag: role?.mark ?? '',
      user: {
        userId: actor.id,
        userName: actor.name,
        avatar: await pictureOf(tx, actor.id),
        introduction: person!.introduction,
        account: actor.account,
        loginTime: toInstant(person!.lastSignInAt ?? call.now),
        country: app.clock.country,
        mail: app.mailer !== null,
        readsIdentity: mayReadIdentity(actor),
      },
    }
  },

  time: async (_, { now, app }) => ({ time: toInstant(now), country: app.clock.country }),

  roles: async (_, call) => ({ roles: await rolesOf(call) }),

  async slider(_, { tx, ip, now, app }) {
    const enabled = await challengedFromAddress(tx, ip, now)
    return { enabled, challenge: enabled ? challengeFor({ ip, now, secrets: app.secrets }) : null }
  },

  async prove({ proof }, call) {
    await prove(proof, call)
    return {}
  },

  async signOut(_, { actor, tx }) {
    if (actor.sessionId) await tx.delete(sessionRows).where(eq(sessionRows.id, actor.sessionId))
    return {}
  },

  async changePassword({ oldPwd, newPwd }, call) {
    await changePassword({ before: oldPwd, now: newPwd }, call)
    return { success: true }
  },
})
