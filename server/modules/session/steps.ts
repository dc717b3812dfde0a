import { eq, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Db, rowsOf } from '#server/kernel/database.ts'
import type { Ground } from '#server/kernel/ground.ts'
import { type Actor, type Grant, rightsOf } from '#server/kernel/permit.ts'
import { randomToken, sha256 } from '#server/kernel/secrets.ts'
import { grantRows } from '#server/modules/roles/store.ts'
import { sessionRows } from './store.ts'

const minuteMs = 60_000
/** A session ends when nothing was called for so long … */
const idleMs = 30 * minuteMs
/** … or so long after it was opened, whatever happened. */
const longestMs = 12 * 60 * minuteMs
/** The token is replaced by the first call after so long. */
const renewMs = 10 * minuteMs
/** The one before stays good for calls that were under way. */
const graceMs = minuteMs
/** How exactly it is known when somebody was last seen. */
const seenMs = minuteMs

interface Role {
  readonly id: IdOf<'role'>
  readonly version: number
  readonly mark: string
}
interface Person {
  readonly staffId: IdOf<'staff'>
  readonly name: string
  readonly account: string
  readonly passwordDue: boolean
  readonly unitId: IdOf<'unit'>
  readonly unitPath: string
  readonly agencyId: IdOf<'unit'> | null
  readonly roles: readonly Role[]
}
interface Known extends Person {
  readonly sessionId: string
  readonly startedAt: string
  readonly renewedAt: string
  readonly lastSeenAt: string
  readonly current: boolean
}

/** Everything about a person that decides what they may; of `staff st` in `units u`. */
const person = sql`st.id as "staffId", st.name, st.account, st.must_change_password as "passwordDue", st.unit_id as "unitId", u.path as "unitPath",
  (select a.id from units a where a.kind = 'agency' and starts_with(u.path, a.path)) as "agencyId",
  coalesce((select json_agg(json_build_object('id', r.id, 'version', r.version, 'mark', r.mark) order by r.id)
    from staff_roles sr join roles r on r.id = sr.role_id where sr.staff_id = st.id and r.state = 'enabled'), '[]') as roles`

/** Who a token belongs to: one query for each call. */
const lookUp = async (db: Db, hash: string, now: Date): Promise<Known | undefined> => {
  const [known] = await rowsOf<Known>(
    db,
    sql`select s.id as "sessionId", s.started_at as "startedAt", s.renewed_at as "renewedAt",
          s.last_seen_at as "lastSeenAt", s.token_hash = ${hash} as current, ${person}
        from sessions s join staff st on st.id = s.staff_id join units u on u.id = st.unit_id
        where st.state = 'enabled'
          and (s.token_hash = ${hash} or (s.past_hash = ${hash} and s.past_until > ${now.toISOString()}))`,
  )
  return known
}

/** Grants by role and version: an edit of a role counts it up, and is read at the next call. */
const grantsKept = new WeakMap<Db, Map<string, readonly Grant[]>>()

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

const actorOf = async (db: Db, known: Person & { readonly sessionId: string | null }): Promise<Actor> => {
  const { staffId, name, account, roles, sessionId, passwordDue, ...post } = known
  const grants = (await Promise.all(roles.map((role) => grantsOf(db, role)))).flat()
  const { unitId, unitPath, agencyId } = post
  return {
    id: staffId,
    name,
    account,
    roles: roles.map(({ id }) => id),
    sessionId,
    passwordDue,
    unitId,
    unitPath,
    agencyId,
    ...rightsOf(grants),
  }
}

const ago = (now: Date, moment: string): number => now.getTime() - Date.parse(moment)

/** Replaces a token that has served its time, or writes down that its owner was seen. */
async function touch(db: Db, known: Known, now: Date): Promise<string | null> {
  const session = eq(sessionRows.id, known.sessionId)
  if (known.current && ago(now, known.renewedAt) > renewMs) {
    const token = randomToken()
    await db
      .update(sessionRows)
      .set({
        tokenHash: sha256(token),
        pastHash: sql`${sessionRows.tokenHash}`,
        pastUntil: new Date(now.getTime() + graceMs),
        renewedAt: now,
        lastSeenAt: now,
      })
      .where(session)
    return token
  }
  if (ago(now, known.lastSeenAt) > seenMs) await db.update(sessionRows).set({ lastSeenAt: now }).where(session)
  return null
}

/** Whose token this is. `renewed` replaces it. Watching only does not keep a session alive. */
export async function identify(
  { database: { db }, clock }: Pick<Ground, 'database' | 'clock'>,
  token: string | undefined,
  { watching = false } = {},
): Promise<{ actor: Actor; renewed: string | null } | null> {
  if (!token) return null
  const now = clock.now()
  const known = await lookUp(db, sha256(token), now)
  if (!known || ago(now, known.lastSeenAt) > idleMs || ago(now, known.startedAt) > longestMs) return null
  const renewed = watching ? null : await touch(db, known, now)
  return { actor: await actorOf(db, known), renewed }
}

/** Ends every session of somebody: after a new password, another role, or being disabled. */
export async function endSessions(tx: Db, staffId: IdOf<'staff'>): Promise<void> {
  await tx.delete(sessionRows).where(eq(sessionRows.staffId, staffId))
}

/** Somebody by id, with the rights they have now; none where they are disabled. For work that goes on without them. */
export async function actorById(
  { database: { db } }: Pick<Ground, 'database'>,
  staffId: IdOf<'staff'>,
): Promise<Actor | null> {
  const [known] = await rowsOf<Person>(
    db,
    sql`select ${person} from staff st join units u on u.id = st.unit_id where st.id = ${staffId} and st.state = 'enabled'`,
  )
  return known ? actorOf(db, { ...known, sessionId: null }) : null
}
