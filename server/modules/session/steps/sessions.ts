import { setImmediate as everybodyIn } from 'node:timers/promises'
import { and, desc, eq, gte, ne, not, sql } from 'drizzle-orm'
import { type Grant, rightsOf } from '#contract/kernel/grants.ts'
import { buttons } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { sessionIdleMs } from '#contract/session.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import { type Database, type Db, rowsOf, stateOf } from '#server/kernel/base/database.ts'
import { diskFull } from '#server/kernel/base/disk-space.ts'
import { randomToken, sha256 } from '#server/kernel/base/secrets.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import { registerCache } from '#server/kernel/listing/caches.ts'
import { grantRows } from '#server/modules/roles/store.ts'
import { sessionRows } from '#server/modules/session/store.ts'
import { quotasOf } from './quotas.ts'

const minuteMs = 60_000
/** A session ends so long after it was opened, whatever happened. */
export const sessionLongestMs = 12 * 60 * minuteMs
/** The token is replaced by the first call after so long. */
const renewMs = 10 * minuteMs
/** The one before stays good for calls that were under way. */
const graceMs = minuteMs
/** How exactly it is known when somebody was last seen. */
const seenMs = minuteMs

/** What it takes to tell who somebody is. */
type AuthContext = Pick<AppContext, 'database' | 'asksTwoFactor'>

interface Role {
  readonly id: IdOf<'role'>
  readonly version: number
  readonly mark: string
  readonly revealsMax: number | null
  readonly exportRowsMax: number | null
  readonly twoFactor: boolean
}
interface AwayColleague {
  readonly id: IdOf<'staff'>
  readonly roles: readonly Role[]
}
interface Person {
  readonly standsInFor: readonly AwayColleague[]
  readonly staffId: IdOf<'staff'>
  readonly name: string
  readonly account: string
  readonly passwordDue: boolean
  readonly twoFactor: boolean
  readonly unitId: IdOf<'unit'>
  readonly unitPath: string
  readonly unitIds: readonly IdOf<'unit'>[]
  readonly agencyId: IdOf<'unit'> | null
  /** Whether their agency is another business that collects for us. */
  readonly isExternal: boolean
  readonly roles: readonly Role[]
}
interface SessionPerson extends Person {
  readonly sessionId: IdOf<'session'>
  readonly startedAt: string
  readonly renewedAt: string
  readonly lastSeenAt: string
  readonly provenAt: string | null
  readonly current: boolean
}

const rolesOf = (
  staff: string,
) => `coalesce((select json_agg(json_build_object('id', r.id, 'version', r.version, 'mark', r.mark,
      'revealsMax', r.reveals_max, 'exportRowsMax', r.export_rows_max, 'twoFactor', r.two_factor) order by r.id)
    from staff_roles sr join roles r on r.id = sr.role_id where sr.staff_id = ${staff} and r.state = 'enabled'), '[]')`

/** Everything about a person that decides what they may, but for whom they stand in: of `staff st` in `units u`. */
const personColumns = `st.id as "staffId", st.name, st.account, st.must_change_password as "passwordDue", st.unit_id as "unitId", u.path as "unitPath",
  exists (select 1 from two_factor tf where tf.staff_id = st.id and tf.secret is not null) as "twoFactor",
  (select json_agg(b.id) from units b where starts_with(b.path, u.path)) as "unitIds",
  (select a.id from units a where a.kind = 'agency' and starts_with(u.path, a.path)) as "agencyId",
  exists (select 1 from units a where a.kind = 'agency' and a.external and starts_with(u.path, a.path)) as "isExternal",
  exists (select 1 from deputies d where d.deputy_id = st.id) as "isDeputy", ${rolesOf('st.id')} as roles`

/** Somebody as they are stored, and whether there may be colleagues whom they stand in for. */
type StoredPerson<P extends Person> = Omit<P, 'standsInFor'> & { readonly isDeputy: boolean }

/** Somebody with those whom they stand in for at a moment. Few are deputies: it is asked for them alone. */
async function withColleagues<P extends Person>(db: Db, { isDeputy, ...person }: StoredPerson<P>, now: Date) {
  const at = now.toISOString()
  const away = sql`select d.staff_id as id, ${sql.raw(rolesOf('d.staff_id'))} as roles
    from deputies d join staff away on away.id = d.staff_id and away.state = 'enabled' join units au on au.id = away.unit_id
    where d.deputy_id = ${person.staffId} and starts_with(${person.unitPath}, au.path) and d.since <= ${at} and d.until > ${at}
    order by d.staff_id`
  return { ...person, standsInFor: isDeputy ? await rowsOf<AwayColleague & Record<string, unknown>>(db, away) : [] }
}

/** Who a token belongs to, with everything that decides what they may: one query for each call. */
export const byToken = `select s.id as "sessionId", s.started_at as "startedAt", s.renewed_at as "renewedAt",
    s.last_seen_at as "lastSeenAt", s.proven_at as "provenAt", s.token_hash = $1 as current, ${personColumns}
  from sessions s join staff st on st.id = s.staff_id join units u on u.id = st.unit_id
  where st.state = 'enabled' and (s.token_hash = $1 or (s.past_hash = $1 and s.past_until > $2))`

/** One query for each call, so that planning it costs more than running it. */
async function ask({ query, db }: Database, hash: string, now: Date): Promise<SessionPerson | undefined> {
  const { rows } = await query(byToken, [hash, now.toISOString()], 'person by token')
  const known = rows[0] as StoredPerson<SessionPerson> | undefined // as the columns are named
  return known && withColleagues(db, known, now)
}

/** What is about to be asked, by the token's hash. */
const inFlight = new WeakMap<Database, Map<string, Promise<SessionPerson | undefined>>>()

/** Who a token belongs to. The calls of a page arrive together: they are asked for once, when all of them are in. */
function lookUp(database: Database, hash: string, now: Date): Promise<SessionPerson | undefined> {
  const waiting = inFlight.get(database) ?? new Map<string, Promise<SessionPerson | undefined>>()
  inFlight.set(database, waiting)
  const asked =
    waiting.get(hash) ??
    everybodyIn().then(() => {
      waiting.delete(hash)
      return ask(database, hash, now)
    })
  waiting.set(hash, asked)
  return asked
}

/** Grants by role and version: an edit of a role counts it up, and is read at the next call. */
const grantsKept = new WeakMap<Db, Map<string, readonly Grant[]>>()
registerCache(({ db }) => grantsKept.delete(db))

async function grantsOf(db: Db, { id, version }: Role): Promise<readonly Grant[]> {
  const kept = grantsKept.get(db) ?? new Map<string, readonly Grant[]>()
  grantsKept.set(db, kept)
  const of = `${id}:${version}`
  const known = kept.get(of)
  if (known) return known
  const grants = await db.select().from(grantRows).where(eq(grantRows.roleId, id))
  for (const key of kept.keys()) if (key.startsWith(`${id}:`)) kept.delete(key)
  kept.set(of, grants)
  return grants
}

/** What an actor is made of: who they are, and by which session. */
type ActorInput = Person & { readonly sessionId: IdOf<'session'> | null; readonly provenAt: string | null }

/** What of a grant a deputy has: the page and the button that approves, where there is one. */
const approvalIn = (grant: Grant): Grant[] =>
  (grant.codes & buttons.approve) === 0 ? [] : [{ ...grant, codes: buttons.approve }]

const actorOf = async (present: ActorInput, app: AuthContext, db: Db = app.database.db): Promise<Actor> => {
  const { staffId, name, account, roles, standsInFor, sessionId, passwordDue, twoFactor, provenAt, ...post } = present
  const grants = [
    ...(await Promise.all(roles.map((role) => grantsOf(db, role)))).flat(),
    ...(await Promise.all(standsInFor.flatMap((away) => away.roles.map((role) => grantsOf(db, role)))))
      .flat()
      .flatMap(approvalIn),
  ]
  const { unitId, unitPath, unitIds, agencyId } = post
  return {
    id: staffId,
    name,
    account,
    roles: roles.map(({ id }) => id),
    standsInFor: standsInFor.map(({ id, roles: theirs }) => ({ id, roles: theirs.map((role) => role.id) })),
    rightsVersion: [
      unitPath,
      ...roles.map(({ id, version }) => `${id}:${version}`),
      ...standsInFor.flatMap((away) => away.roles.map(({ id, version }) => `${away.id}:${id}:${version}`)),
    ].join(' '),
    quotas: quotasOf(present),
    sessionId,
    passwordDue,
    twoFactor,
    twoFactorRequired: isRequired(present, app),
    provenAt: provenAt === null ? null : new Date(provenAt),
    unitId,
    unitPath,
    unitIds,
    agencyId,
    ...rightsOf(grants),
  }
}

const ago = (now: Date, moment: string): number => now.getTime() - Date.parse(moment)

/** Who is signed in goes on reading while nothing can be written. */
const unlessDiskFull = (error: unknown): null => {
  if (stateOf(error) === diskFull) return null
  throw error
}

/** Replaces a token that has served its time, or writes down that its owner was seen. Of calls at once one replaces it. */
async function touch(db: Db, known: SessionPerson, hash: string, now: Date): Promise<string | null> {
  const session = eq(sessionRows.id, known.sessionId)
  if (known.current && ago(now, known.renewedAt) > renewMs) {
    const token = randomToken()
    const renewed = await db
      .update(sessionRows)
      .set({
        tokenHash: sha256(token),
        pastHash: hash,
        pastUntil: new Date(now.getTime() + graceMs),
        renewedAt: now,
        lastSeenAt: now,
      })
      .where(and(session, eq(sessionRows.tokenHash, hash)))
      .returning({ id: sessionRows.id })
    return renewed.length > 0 ? token : null
  }
  if (ago(now, known.lastSeenAt) > seenMs) await db.update(sessionRows).set({ lastSeenAt: now }).where(session)
  return null
}

/** Whose token this is. `renewed` replaces it. Watching only does not keep a session alive. */
export async function identify(
  app: AuthContext & Pick<AppContext, 'clock'>,
  token: string | undefined,
  { watching = false } = {},
): Promise<{ actor: Actor; renewed: string | null } | null> {
  if (!token) return null
  const { db } = app.database
  const now = app.clock.now()
  const hash = sha256(token)
  const known = await lookUp(app.database, hash, now)
  if (!known || ago(now, known.lastSeenAt) > sessionIdleMs || ago(now, known.startedAt) > sessionLongestMs) return null
  const renewed = watching ? null : await touch(db, known, hash, now).catch(unlessDiskFull)
  return { actor: await actorOf(known, app), renewed }
}

/** Whether a session has not run out. */
const openSince = (now: Date) =>
  and(
    gte(sessionRows.lastSeenAt, new Date(now.getTime() - sessionIdleMs)),
    gte(sessionRows.startedAt, new Date(now.getTime() - sessionLongestMs)),
  )

/** Where somebody is signed in, the one they were last seen in first. */
export const openSessions = (tx: Db, staffId: IdOf<'staff'>, now: Date) =>
  tx
    .select()
    .from(sessionRows)
    .where(and(eq(sessionRows.staffId, staffId), openSince(now)))
    .orderBy(desc(sessionRows.lastSeenAt), desc(sessionRows.startedAt))

/** Forgets sessions that had run out by a moment: whoever never signs in again leaves none. */
export const forgetSessions = (db: Db, before: Date) => db.delete(sessionRows).where(not(openSince(before)!))

/** Ends one session of somebody. @returns whether there was such a one. */
export async function endSession(tx: Db, staffId: IdOf<'staff'>, id: IdOf<'session'>): Promise<boolean> {
  const mine = and(eq(sessionRows.staffId, staffId), eq(sessionRows.id, id))
  return (await tx.delete(sessionRows).where(mine).returning({ id: sessionRows.id })).length > 0
}

/**
 * Ends every session of somebody, but one where it is named: after a new password, another role, or being disabled.
 * @returns how many.
 */
export async function endSessions(tx: Db, staffId: IdOf<'staff'>, but: IdOf<'session'> | null = null): Promise<number> {
  const ended = await tx
    .delete(sessionRows)
    .where(and(eq(sessionRows.staffId, staffId), but === null ? undefined : ne(sessionRows.id, but)))
    .returning({ id: sessionRows.id })
  return ended.length
}

const personById = async (db: Db, staffId: IdOf<'staff'>, now: Date): Promise<Person | undefined> => {
  const [known] = await rowsOf<StoredPerson<Person> & Record<string, unknown>>(
    db,
    sql`select ${sql.raw(personColumns)} from staff st join units u on u.id = st.unit_id where st.id = ${staffId} and st.state = 'enabled'`,
  )
  return known && withColleagues(db, known, now)
}

const isRequired = ({ roles, standsInFor }: Person, { asksTwoFactor }: Pick<AppContext, 'asksTwoFactor'>): boolean =>
  asksTwoFactor && [...roles, ...standsInFor.flatMap((away) => away.roles)].some(({ twoFactor }) => twoFactor)

/** Whether somebody who may sign in has two-factor, and whether they have to have it. */
export async function twoFactorStanding(
  tx: Db,
  staffId: IdOf<'staff'>,
  app: Pick<AppContext, 'asksTwoFactor' | 'clock'>,
) {
  const known = await personById(tx, staffId, app.clock.now())
  return { has: known?.twoFactor ?? false, needs: known !== undefined && isRequired(known, app) }
}

/** Somebody by id, with the rights they have now; none where they are disabled. For work that goes on without them. */
export async function actorById(
  app: AuthContext & Pick<AppContext, 'clock'>,
  staffId: IdOf<'staff'>,
  tx: Db = app.database.db,
): Promise<Actor | null> {
  const known = await personById(tx, staffId, app.clock.now())
  return known ? actorOf({ ...known, sessionId: null, provenAt: null }, app, tx) : null
}
