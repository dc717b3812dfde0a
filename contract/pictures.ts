import { z } from 'zod'
import { api, read, write } from './kernel/endpoint.ts'
import { revealRight } from './kernel/personal-data.ts'
import { Id, Instant } from './kernel/values.ts'
import { webhook, webhookFaults } from './kernel/webhook.ts'
import { PictureKind, pictureKinds } from './picture-kinds.ts'
import { Reading } from './readings.ts'

/** Picture of a customer's papers or face: what may be said of it without showing it. */
export const Picture = z.object({
  id: Id('picture'),
  kind: PictureKind,
  width: z.int(),
  height: z.int(),
  uploadedAt: Instant,
})
export type Picture = z.output<typeof Picture>

/** Largest file of a picture, in bytes: a telephone's camera makes less. */
const pictureBytesMax = 8 * 1_048_576

/** What an app says of a picture. `payload` of `pictures.upload` holds it as JSON, exactly as it was signed. */
export const PictureUpload = z.object({
  /** Idempotency key of the app: sent again, it is the same picture. */
  ref: z.string().min(1).max(60),
  customerId: Id('customer'),
  kind: PictureKind,
  /** SHA-256 of the file, in hexadecimal: who signs this signs the picture. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type PictureUpload = z.output<typeof PictureUpload>

const reasonMax = 200

/** How long a picture stays revealed, in ms. */
export const revealedMs = 60_000

/** Pictures that customers are identified by. */
export const pictures = api('pictures', {
  /**
   * The customer app hands a picture in: a JPEG, PNG or WebP as the part `image` of a multipart form, `payload` and
   * `signature` in the query. It takes the place of the one of the same kind.
   */
  upload: {
    ...write('POST /callbacks/pictures', {
      ...webhook,
      output: z.object({ id: Id('picture') }),
      faults: [
        ...webhookFaults,
        ...(['unknown_customer', 'digest_differs', 'not_an_image', 'image_too_large', 'file_too_large'] as const),
        'customer_erased',
      ],
    }),
    files: ['image'],
    filesMax: pictureBytesMax,
  },

  /** The pictures of a customer that are in force, and what was read off them. */
  ofCustomer: read('GET /customers/{id}/pictures', {
    requires: 'customer',
    input: z.object({ id: Id('customer') }),
    output: z.object({ pictures: z.array(Picture), readings: z.array(Reading) }),
    faults: ['not_found'],
  }),

  /** One picture, with the name of whoever looks burnt in; blurred unless it was revealed to them a moment ago. */
  image: {
    ...read('GET /pictures/{id}', {
      requires: 'customer',
      input: z.object({ id: Id('picture') }),
      output: z.null(),
      faults: ['not_found'],
    }),
    file: true as const,
  },

  /**
   * Reveals pictures of one customer to whoever asks, for a minute and for a reason that goes on the record. Whoever
   * inspects decisions has those revealed that were drawn, and nothing else of a customer.
   */
  reveal: write('POST /pictures/reveal', {
    requires: [revealRight, 'qualityQueue.edit'],
    input: z.object({
      ids: z.array(Id('picture')).min(1).max(pictureKinds.length),
      reason: z.string().trim().min(1).max(reasonMax),
    }),
    output: z.object({ until: Instant }),
    faults: ['not_found', 'reveals_spent'],
  }),
})
