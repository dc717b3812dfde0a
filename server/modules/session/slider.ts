import { randomInt } from 'node:crypto'
import { lt } from 'drizzle-orm'
import { z } from 'zod'
import type { SliderChallenge } from '#contract/session.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { randomToken, type Secrets } from '#server/kernel/base/secrets.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { createPuzzle, height, side, width } from './puzzle-image.ts'
import { spentChallengeRows } from './store.ts'

/** How long a challenge may be looked at. */
const goodMs = 2 * 60_000
/** How far beside the gap a hand may let go, in pixels. */
const tolerance = 6
/** The piece begins at the left edge; the gap is never so near that nothing has to be moved. */
const leftMin = side + 20

/** What the name of a challenge says, to this server only: nothing is written down before it is answered. */
const ChallengeSecret = z.object({ left: z.int(), until: z.number(), ip: z.string().nullable(), nonce: z.string() })

type ChallengeContext = Pick<Context, 'now' | 'ip'> & { readonly secrets: Secrets }

/** A new challenge for whoever asks from this address. */
export function challengeFor({ secrets, now, ip }: ChallengeContext): SliderChallenge {
  const [left, top] = [randomInt(leftMin, width - side), randomInt(0, height - side)]
  const hidden: z.output<typeof ChallengeSecret> = { left, until: now.getTime() + goodMs, ip, nonce: randomToken() }
  const id = secrets.encrypt(JSON.stringify(hidden))
  return { id, ...createPuzzle(left, top), width, height, side, top }
}

function openChallenge(id: string, secrets: Secrets): z.output<typeof ChallengeSecret> | null {
  try {
    return ChallengeSecret.parse(JSON.parse(secrets.decrypt(id)))
  } catch {
    return null // not ours, or tampered with
  }
}

/** Whether the piece was moved to its gap. A challenge is spent by the first answer, right or wrong. */
export async function isSolved(
  tx: Db,
  { id, x }: { readonly id: string; readonly x: number },
  { secrets, now, ip }: ChallengeContext,
): Promise<boolean> {
  const hidden = openChallenge(id, secrets)
  if (!hidden || hidden.ip !== ip || hidden.until < now.getTime()) return false
  await tx.delete(spentChallengeRows).where(lt(spentChallengeRows.at, new Date(now.getTime() - goodMs)))
  const spent = await tx
    .insert(spentChallengeRows)
    .values({ id: hidden.nonce, at: now })
    .onConflictDoNothing()
    .returning({ id: spentChallengeRows.id })
  return spent.length > 0 && Math.abs(hidden.left - x) <= tolerance
}
