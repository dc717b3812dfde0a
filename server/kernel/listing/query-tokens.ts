import { inArray, lt } from 'drizzle-orm'
import { type PlainScalar, detokenize as reopened } from '#contract/kernel/query/tokenize.ts'
import { type Query, termsIn } from '#contract/kernel/query/tree.ts'
import type { Actor } from '#server/kernel/base/actor.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { type Secrets, sha256 } from '#server/kernel/base/secrets.ts'
import { sealedValueRows } from '#server/kernel/base/tables.ts'

const tokensIn = (query: Query): string[] =>
  termsIn(query.where).flatMap((term) => {
    const values = term.kind === 'word' ? [term.text] : term.kind === 'oneOf' ? term.values : []
    return values.flatMap((value) => (value.is === 'sealed' ? [value.token] : []))
  })

/** The values that were kept under `tokens`, as far as they are the actor's own. */
export async function valuesOfTokens(db: Db, tokens: readonly string[], actor: Actor, secrets: Secrets) {
  const kept = await db
    .select()
    .from(sealedValueRows)
    .where(inArray(sealedValueRows.token, [...tokens]))
  const mine = kept.filter(({ staffId }) => staffId === actor.id)
  return new Map(mine.map(({ token, value }) => [token, secrets.decrypt(value)]))
}

/** Resolves query tokens: puts the personal values back that were kept under them. What nobody kept, or somebody else did, matches nothing. */
export async function resolveTokens(db: Db, query: Query, actor: Actor, secrets: Secrets): Promise<Query> {
  const tokens = tokensIn(query)
  if (tokens.length === 0) return query
  const values = await valuesOfTokens(db, tokens, actor, secrets)
  return reopened(query, (token): PlainScalar => {
    const text = values.get(token) ?? `~${token}`
    return text.endsWith('*') ? { is: 'prefix', text: text.slice(0, -1) } : { is: 'text', text }
  })
}

/** Creates a query token: keeps a personal value for its owner. @returns the token that stands for it, always the same for the same value. */
export async function createQueryToken(
  tx: Db,
  text: string,
  actor: Actor,
  { secrets, now }: { secrets: Secrets; now: Date },
): Promise<string> {
  const token = sha256(secrets.blindIndex(`${actor.id} ${text}`)).slice(0, 16)
  await tx
    .insert(sealedValueRows)
    .values({ token, staffId: actor.id, value: secrets.encrypt(text), at: now })
    // kept from the last time that it was asked for
    .onConflictDoUpdate({ target: sealedValueRows.token, set: { at: now } })
  return token
}

/** Expires values kept before `before`. */
export const forgetQueryTokens = (db: Db, before: Date) =>
  db.delete(sealedValueRows).where(lt(sealedValueRows.at, before))
