import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { and, eq, isNull } from 'drizzle-orm'
import type { Output, Parsed } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { PictureUpload, type pictures } from '#contract/pictures.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import { randomToken } from '#server/kernel/base/secrets.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { mustBeSigned } from '#server/kernel/call/webhook.ts'
import { normalizeImage } from '#server/kernel/images/normalize.ts'
import { post } from '#server/kernel/jobs/outbox.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { mustNotBeErased } from '#server/modules/customers/steps/erase.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { forgetReadings } from '#server/modules/readings/steps/readings.ts'
import { noteHandedIn } from '#server/modules/reviews/steps/handed-in.ts'
import { customerPictureRows } from './store.ts'

/** The topic under which what came in while a person reviews is read. */
export const readAgainTopic = 'pictures.readAgain'

type UploadEndpoint = typeof pictures.upload

/** The customer, kept from sending two pictures at once until the transaction ends. */
async function lockCustomer(tx: Db, id: IdOf<'customer'>): Promise<void> {
  const [row] = await tx
    .select({ state: customerRows.state })
    .from(customerRows)
    .where(eq(customerRows.id, id))
    .for('update')
  if (!row) throw new Refusal('unknown_customer')
  mustNotBeErased(row)
}

/** Puts a picture in the place of the one of its kind; what was read off that one is of no use any more. */
async function replace(tx: Db, row: typeof customerPictureRows.$inferInsert): Promise<void> {
  const { customerId, kind, replacedAt } = customerPictureRows
  const former = and(eq(customerId, row.customerId), eq(kind, row.kind), isNull(replacedAt))
  await tx.update(customerPictureRows).set({ replacedAt: row.uploadedAt }).where(former)
  await forgetReadings(tx, row.customerId, row.kind)
  await tx.insert(customerPictureRows).values(row)
}

/** Takes a picture in that the customer app has signed. The same upload again is the same picture. */
export async function receivePicture(given: Parsed<UploadEndpoint>, call: Context): Promise<Output<UploadEndpoint>> {
  const { tx, app, now, uploads } = call
  const { ref, customerId, kind, sha256 } = mustBeSigned(PictureUpload, given, customerApp, app)
  const bytes = await readFile(uploads!.files.image!.path) // the kernel refuses a call without it
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new Refusal('digest_differs', undefined, { field: 'image' })
  }
  await lockCustomer(tx, customerId)
  const externalId = `app:${ref}`
  const [known] = await tx
    .select({ id: customerPictureRows.id })
    .from(customerPictureRows)
    .where(eq(customerPictureRows.externalId, externalId))
  if (known) return known
  const { bytes: kept, width, height } = await normalizeImage(bytes, 'image')
  const id = randomToken().slice(0, 24) as IdOf<'picture'> // made here, and nowhere else; nobody can guess it
  const fileKey = `pictures/${id.slice(0, 2)}/${randomToken()}.jpg`
  await app.files.put(fileKey, kept)
  await replace(tx, { ...{ id, customerId, kind, fileKey, width, height, sha256, externalId }, uploadedAt: now })
  const reviewedFor = await noteHandedIn(tx, customerId)
  if (reviewedFor) await post(tx, { topic: readAgainTopic, key: id, body: { app: reviewedFor } }, now)
  call.note({ objectId: customerId, input: { kind, ref } })
  return { id }
}
