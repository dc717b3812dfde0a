import { crc32, deflateSync } from 'node:zlib'
import { money } from '#contract/kernel/money.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { RepaymentChannel } from '#contract/loans/write-off.ts'
import type { Account, Answer, World } from '#tests/support/server.ts'

const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A real PNG of so many pixels, all of one colour; `pixelsOf`: how many bytes of them there are. */
export const png = (width = 3, height = 2, colour = 0, pixelsOf = (width + 1) * height): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(pixelsOf, colour))
  const parts = [chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

/** A real JPEG of one pixel. */
export const jpeg = (): Buffer =>
  Buffer.from(
    `/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP${'/'.repeat(86)}2wBDAf${'/'.repeat(86)}wAARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AJUAB//Z`,
    'base64',
  )

/** Sends a picture; the answer is what the server says of it. */
export const sendImage = (
  { raw }: Pick<World, 'raw'>,
  bytes: Buffer,
  { who = 'cs', name = 'proof.png' }: { who?: Account; name?: string } = {},
): Promise<Answer> => {
  const body = new FormData()
  body.append('image', new Blob([new Uint8Array(bytes)]), name)
  return raw('POST /proofs/images', { who, body })
}

/** The id of a picture that was just sent. */
export const imageBy = async (world: Pick<World, 'raw'>, who: Account = 'cs', bytes = png()) => {
  const { data } = await sendImage(world, bytes, { who })
  return (data as { id: IdOf<'proofImage'> }).id
}

/** What somebody says was paid for the order: all of it, today. */
export const said = (image: IdOf<'proofImage'>) => {
  const channel: RepaymentChannel = 'bankTransfer'
  return {
    ...{ amount: money('5210', 'INR'), paidOn: '2026-03-10' as never, channel, bankCode: 'HDFC' },
    ...{ utr: '123456789012', upi: 'asha@okaxis', images: [image] },
  }
}
