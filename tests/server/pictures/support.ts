import { createHash, randomUUID } from 'node:crypto'
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import type { IdOf } from '#contract/kernel/values.ts'
import type { PictureKind } from '#contract/picture-kinds.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import type { Account, Answer, World } from '#tests/support/server.ts'

/** A page with letters on it, which a blur has to take away. */
export function drawn(width = 800, height = 500): Canvas {
  const canvas = createCanvas(width, height)
  const drawing = canvas.getContext('2d')
  drawing.fillStyle = '#ffffff'
  drawing.fillRect(0, 0, width, height)
  drawing.fillStyle = '#000000'
  for (let y = 0; y < height; y += 20)
    for (let x = (y / 20) % 2 ? 10 : 0; x < width; x += 20) drawing.fillRect(x, y, 10, 10)
  return canvas
}

interface AboutUpload {
  readonly customerId: IdOf<'customer'>
  readonly kind?: PictureKind
  readonly bytes?: Buffer
  readonly ref?: string
  /** The digest that is signed; the file's own where nothing else is said. */
  readonly sha256?: string
  readonly signedBy?: string
}

/** Uploads a picture as the customer app does; the answer is what the server says of it. */
export async function uploadPicture(
  { raw, server }: Pick<World, 'raw' | 'server'>,
  { customerId, kind = 'pan', signedBy = customerApp, ref = randomUUID(), ...about }: AboutUpload,
): Promise<Answer> {
  const bytes = about.bytes ?? (await drawn().encode('jpeg', 90))
  const sha256 = about.sha256 ?? createHash('sha256').update(bytes).digest('hex')
  const payload = JSON.stringify({ ref, customerId, kind, sha256 })
  const query = new URLSearchParams({ payload, signature: server.app.secrets.sign(signedBy, payload) })
  const body = new FormData()
  body.append('image', new Blob([new Uint8Array(bytes)]), 'camera.jpg')
  return raw(`POST /callbacks/pictures?${query}`, { body })
}

/** The id of a picture that was just uploaded. */
export async function pictureBy(world: Pick<World, 'raw' | 'server'>, about: AboutUpload): Promise<IdOf<'picture'>> {
  const { data } = await uploadPicture(world, about)
  return (data as { id: IdOf<'picture'> }).id
}

/** One picture as the server draws it for somebody: the HTTP status, the headers and the bytes. */
export async function shownTo({ server, tokenOf }: Pick<World, 'server' | 'tokenOf'>, who: Account, id: string) {
  const response = await fetch(`${server.url}/api/pictures/${id}`, { headers: { authentication: await tokenOf(who) } })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

/** How light each pixel of a line across the middle is, where `drawn` has its dots. */
export async function lineOf(bytes: Buffer): Promise<readonly number[]> {
  const image = await loadImage(bytes)
  const canvas = createCanvas(image.width, image.height)
  const drawing = canvas.getContext('2d')
  drawing.drawImage(image, 0, 0)
  const { data } = drawing.getImageData(0, Math.floor(image.height / 2) - 5, image.width, 1)
  return Array.from({ length: image.width }, (_, i) => data[i * 4]!)
}

/** Contrast: how much neighbours differ on a line, on average. */
export function contrastOf(line: readonly number[]): number {
  const steps = line.slice(1).map((light, i) => Math.abs(light - line[i]!))
  return steps.reduce((sum, step) => sum + step, 0) / steps.length
}
