import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { FileResponse } from '#server/kernel/base/file-response.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { randomToken } from '#server/kernel/base/secrets.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { readImageHeader } from '#server/kernel/images/header.ts'
import { proofImageRows, proofRows } from './store.ts'

type ImageId = IdOf<'proofImage'>

const megabyte = 1_048_576
const bytesMax = 5 * megabyte
/** A picture that is larger in pixels is none that a phone has made. */
const pixelsMax = 60_000_000

/**
 * Keeps a picture that was sent, until a proof uses it.
 * @throws Refusal for what is no picture, whatever it is called.
 */
export async function keepImage({ tx, uploads, actor, now }: Context) {
  const { path } = uploads!.files.image! // the kernel refuses a call without it
  const field = 'image'
  if ((await stat(path)).size > bytesMax) throw new Refusal('file_too_large', { maxMb: bytesMax / megabyte }, { field })
  const bytes = await readFile(path)
  const picture = readImageHeader(bytes)
  // the evidence stays as it was sent, so that it has to be of a kind that every browser shows
  if (!picture || picture.type === 'image/webp') throw new Refusal('not_an_image', undefined, { field })
  const { type, width, height } = picture
  if (width * height > pixelsMax) throw new Refusal('image_too_large', undefined, { field })
  const id = randomToken().slice(0, 24) as ImageId // made here, and nowhere else; nobody can guess it
  const digest = createHash('sha256').update(bytes).digest('hex')
  const about = { type, width, height, digest, bytes, uploadedById: actor.id, uploadedAt: now }
  await tx.insert(proofImageRows).values({ id, ...about })
  return { id, width, height }
}

/** A picture as a file. Whoever asks has to reach its proof, or have sent it. */
export async function imageFile(tx: Db, id: ImageId): Promise<FileResponse> {
  const [row] = await tx.select().from(proofImageRows).where(eq(proofImageRows.id, id))
  const { type, bytes } = row! // found before
  const ending = type === 'image/png' ? 'png' : 'jpg'
  return new FileResponse(`${id}.${ending}`, type, Readable.from([Buffer.from(bytes)], { objectMode: false }))
}

/** The pictures of a proof, in the order they were sent. */
export async function imagesOf(tx: Db, proofId: IdOf<'proof'>): Promise<ImageId[]> {
  const rows = await tx
    .select({ id: proofImageRows.id })
    .from(proofImageRows)
    .where(eq(proofImageRows.proofId, proofId))
    .orderBy(asc(proofImageRows.uploadedAt), asc(proofImageRows.id))
  return rows.map(({ id }) => id)
}

/** The proof a picture belongs to, and who sent it; undefined where there is no such picture. */
export async function imageAbout(tx: Db, id: ImageId) {
  const { proofId, uploadedById } = proofImageRows
  const [row] = await tx.select({ proofId, uploadedById }).from(proofImageRows).where(eq(proofImageRows.id, id))
  return row
}

/**
 * Gives the pictures somebody has sent to a proof. Answers the proof that has one of them already, where there is one.
 * @throws Refusal `image_unknown` for what they have not sent, or used before.
 */
export async function claimImages(
  tx: Db,
  ids: readonly ImageId[],
  proofId: IdOf<'proof'>,
  by: IdOf<'staff'>,
): Promise<IdOf<'proof'> | null> {
  const loose = and(
    inArray(proofImageRows.id, [...ids]),
    isNull(proofImageRows.proofId),
    eq(proofImageRows.uploadedById, by),
  )
  const taken = await tx
    .update(proofImageRows)
    .set({ proofId })
    .where(loose)
    .returning({ digest: proofImageRows.digest })
  if (taken.length !== new Set(ids).size) throw new Refusal('image_unknown', undefined, { field: 'images' })
  const digests = taken.map(({ digest }) => digest)
  const [same] = await tx
    .select({ id: proofRows.id })
    .from(proofImageRows)
    .innerJoin(proofRows, eq(proofRows.id, proofImageRows.proofId))
    .where(
      and(
        inArray(proofImageRows.digest, digests),
        sql`${proofRows.state} <> 'rejected'`,
        sql`${proofRows.id} <> ${proofId}`,
      ),
    )
    .limit(1)
  return same?.id ?? null
}

/** Forgets pictures that no proof has used. */
export const forgetImages = (db: Db, before: Date) =>
  db.delete(proofImageRows).where(and(isNull(proofImageRows.proofId), lt(proofImageRows.uploadedAt, before)))
