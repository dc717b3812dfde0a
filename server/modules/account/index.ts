import { inArray } from 'drizzle-orm'
import { account, type Profile } from '#contract/account.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import { isReveal } from '#contract/kernel/personal-data.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { roleNameIn } from '#server/modules/roles/steps/role-names.ts'
import { roleRows } from '#server/modules/roles/store.ts'
import { mustKnowPassword } from '#server/modules/session/steps/reauthenticate.ts'
import { endSession, endSessions, openSessions } from '#server/modules/session/steps/sessions.ts'
import { setProfile, staffById } from '#server/modules/staff/steps.ts'
import { unitName } from '#server/modules/units/steps.ts'
import { deputiesOf, endDeputy, nameDeputy } from './deputies.ts'
import { keepPicture, removePicture } from './pictures.ts'
import { revealsOf } from './reveals.ts'
import { beginTwoFactor, pictureOf, twoFactorOf } from './steps.ts'
import { confirm, renew, save, turnOff } from './two-factor.ts'

async function profileOf({ tx, actor, t }: Context): Promise<Profile> {
  const person = (await staffById(tx, actor.id))! // whoever asks is there
  const roles = await tx
    .select({ name: roleNameIn(t) })
    .from(roleRows)
    .where(inArray(roleRows.id, [...actor.roles]))
  const { account: name, createdAt, lastSignInAt, email, introduction, jobNumber } = person
  return {
    account: name,
    name: person.name,
    ...{ email, introduction, jobNumber },
    picture: await pictureOf(tx, actor.id),
    unit: await unitName(tx, actor.unitId, t),
    roles: roles.map((role) => role.name),
    createdAt: toInstant(createdAt),
    lastSignInAt: lastSignInAt && toInstant(lastSignInAt),
  }
}

/** Handlers of `account`: everything one keeps in order about oneself. */
export default implement(account, {
  profile: (_, call) => profileOf(call),

  async saveProfile(told, call) {
    await setProfile(call.tx, call.actor.id, told)
    return profileOf(call)
  },

  async savePicture({ picture }, call) {
    await keepPicture(picture, call)
    return profileOf(call)
  },

  async removePicture(_, call) {
    await removePicture(call)
    return profileOf(call)
  },

  deputies: (_, call) => deputiesOf(call),
  nameDeputy: (asked, call) => nameDeputy(asked, call),
  async endDeputy(_, call) {
    await endDeputy(call)
    return {}
  },

  async sessions(_, { tx, actor, now }) {
    const open = await openSessions(tx, actor.id, now)
    const sessions = open.map(({ id, startedAt, lastSeenAt, ip, agent }) => ({
      ...{ id, ip, agent, current: id === actor.sessionId },
      startedAt: toInstant(startedAt),
      lastSeenAt: toInstant(lastSeenAt),
    }))
    return { sessions: sessions.toSorted((a, b) => Number(b.current) - Number(a.current)) }
  },

  async endSession({ id }, { tx, actor, fail }) {
    if (!(await endSession(tx, actor.id, id))) return fail('not_found')
    return {}
  },

  endOtherSessions: async (_, { tx, actor }) => ({ ended: await endSessions(tx, actor.id, actor.sessionId) }),

  async reveals(_, { tx, actor, app }) {
    const commands = [...app.registry.entries.values()].filter(({ endpoint }) => isReveal(endpoint))
    const ids = commands.map(({ endpoint }) => endpoint.id)
    return { reveals: await revealsOf(tx, actor.id, ids) }
  },

  async twoFactor(_, { tx, actor }) {
    const { on, since, codesLeft } = await twoFactorOf(tx, actor.id)
    return { on, at: since && toInstant(since), codesLeft, required: actor.twoFactorRequired }
  },

  beginTwoFactor: (_, { tx, actor, now, app }) =>
    beginTwoFactor(tx, actor.id, actor.account, { now, secrets: app.secrets }),

  confirmTwoFactor: ({ code }, call) => confirm(code, call),

  async endTwoFactor({ password }, call) {
    await mustKnowPassword(password, call)
    await turnOff(call)
    return {}
  },

  renewCodes: (_, call) => (call.actor.twoFactor ? renew(call) : call.fail('two_factor_off')),

  saveTwoFactor: (asked, call) => save(asked, call),
})
