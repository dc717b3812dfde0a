import { and, eq, isNull } from 'drizzle-orm'
import type { IdOf } from '#contract/kernel/values.ts'
import type { PictureKind } from '#contract/picture-kinds.ts'
import type { AppContext } from '#server/kernel/call/context.ts'
import type { Port } from '#server/kernel/jobs/outbox.ts'
import { announceRows } from '#server/kernel/listing/caches.ts'
import { isServed } from '#server/modules/gateways/steps.ts'
import { pictureFilesOf } from '#server/modules/pictures/steps/picture-bytes.ts'
import { customerPictureRows } from '#server/modules/pictures/store.ts'
import { replaceReadings } from '#server/modules/readings/steps/readings.ts'
import { faceReading } from './steps/face-reading.ts'
import { type CheckSubject, compareFaces, readPapers } from './vendors.ts'

/** Asks what can be asked about a picture that came in: paper is read, and a face compared with the papers. */
async function readingsOfNew(kind: PictureKind, subject: CheckSubject, app: AppContext) {
  const { pictures, app: of } = subject
  const isPaper = kind !== 'face'
  const papers = new Map([...pictures].filter(([one]) => one === kind))
  const compared = pictures.has('face') && (pictures.has('pan') || pictures.has('aadhaarFront'))
  const read = isPaper && (await isServed({ kind: 'ocr', app: of }, app))
  const compare = compared && kind !== 'aadhaarBack' && (await isServed({ kind: 'face', app: of }, app))
  return [
    ...(read ? await readPapers({ ...subject, pictures: papers }, app) : []),
    ...(compare ? [faceReading(await compareFaces(subject, app))] : []),
  ]
}

/**
 * Reads a picture that came in while a person reviews: a machine review is over by then, and decides nothing more.
 * @throws Error where nobody answers: the outbox comes again.
 */
export const readAgainPort =
  (app: AppContext): Port =>
  async ({ key, body }) => {
    const { database, clock, secrets } = app
    const { db } = database
    const inForce = and(eq(customerPictureRows.id, key as IdOf<'picture'>), isNull(customerPictureRows.replacedAt))
    const [picture] = await db.select().from(customerPictureRows).where(inForce)
    if (!picture) return // another has come since, which is read for itself
    const { customerId, kind } = picture
    const pictures = await pictureFilesOf(db, customerId, app)
    const subject = { checkId: key, customerId, app: String(body.app), pictures }
    const read = await readingsOfNew(kind, subject, app)
    if (read.length === 0) return
    await db.transaction(async (tx) => {
      await replaceReadings(tx, customerId, read, { now: clock.now(), secrets })
      for (const noun of ['reviews', 'customers']) await announceRows(tx, noun)
    })
  }
