import { Readable } from 'node:stream'
import { offsetMinutesOf } from '#contract/kernel/countries.ts'
import { FileResponse } from '#server/kernel/base/file-response.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { drawShown } from '#server/kernel/images/watermark.ts'
import { isRevealed } from './reveal.ts'
import { pictureSource } from './steps/picture-bytes.ts'
import type { StoredPicture } from './store.ts'

/** `2026-03-10 11:30:00`, where the business runs. */
function localTime({ now, app }: Pick<Context, 'now' | 'app'>): string {
  const local = new Date(now.getTime() + offsetMinutesOf(app.clock.country) * 60_000)
  return local.toISOString().slice(0, 19).replace('T', ' ')
}

/** A picture for whoever asks: their account and the time burnt in, blurred unless it is revealed to them. */
export async function pictureFile(picture: StoredPicture, call: Context): Promise<FileResponse> {
  const shown = { mark: `${call.actor.account} ${localTime(call)}`, blurred: !(await isRevealed(picture.id, call)) }
  const source = await pictureSource(picture, call)
  // drawn as it is sent, when the transaction is over: nobody waits for a connection meanwhile
  const draw = async function* () {
    yield await drawShown(await source(), shown)
  }
  return new FileResponse(`${picture.kind}.jpg`, 'image/jpeg', Readable.from(draw(), { objectMode: false }))
}
