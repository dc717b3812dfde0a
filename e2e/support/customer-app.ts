import { createHash, randomUUID } from 'node:crypto'
import { createCanvas } from '@napi-rs/canvas'
import type { IdOf } from '#contract/kernel/values.ts'
import type { PictureKind } from '#contract/picture-kinds.ts'
import { secretsOf } from '#server/kernel/base/secrets.ts'
import { customerApp } from '#server/modules/customers/steps/customer-app.ts'
import { serverUrl } from './api.ts'

/** What the servers of the journeys sign with: known, so that they can be called as the customers' app does. */
export const secretOfJourneys = 'a secret that only journeys have, and no installation'

/** Hands in a picture of a customer, as their app does. */
export async function handIn(customerId: IdOf<'customer'>, kind: PictureKind): Promise<void> {
  const image = await createCanvas(640, 400).encode('png')
  const sha256 = createHash('sha256').update(image).digest('hex')
  const payload = JSON.stringify({ ref: randomUUID(), customerId, kind, sha256 })
  const query = new URLSearchParams({ payload, signature: secretsOf(secretOfJourneys).sign(customerApp, payload) })
  const body = new FormData()
  body.append('image', new Blob([new Uint8Array(image)]), 'camera.png')
  const response = await fetch(`${serverUrl()}/api/callbacks/pictures?${query}`, { method: 'POST', body })
  const { code, msg } = (await response.json()) as { code: number; msg: string } // what every call answers
  if (code !== 200) throw new Error(msg)
}
