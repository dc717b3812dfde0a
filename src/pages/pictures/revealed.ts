import { proxy, useSnapshot } from 'valtio'
import type { IdOf } from '#contract/kernel/values.ts'
import { pictures, revealedMs } from '#contract/pictures.ts'
import { call } from '#src/call/call.ts'
import { queryClient } from '#src/call/query-client.ts'
import { onSignOut } from '#src/session/base/session.ts'

type PictureId = IdOf<'picture'>

/** Pictures that are revealed on this screen, each with the reveal it is of. */
const revealed = proxy<Record<PictureId, string>>({})
onSignOut(() => hidePictures(Object.keys(revealed) as PictureId[])) // its own keys

/** Cache key of a picture: a revealed one is another picture, and is forgotten with the reveal. */
export const pictureKey = (id: PictureId, reveal: string | null) => ['pictures', pictures.image.id, id, reveal] as const

/** Blurs pictures again; what was revealed of them is not kept. */
export function hidePictures(ids: readonly PictureId[]): void {
  for (const id of ids) {
    const reveal = revealed[id]
    delete revealed[id]
    if (reveal !== undefined) queryClient.removeQueries({ queryKey: pictureKey(id, reveal) })
  }
}

/** Has the server reveal pictures of one customer: for a minute they are shown sharp here. @throws CallFailed */
export async function revealPictures(ids: readonly PictureId[], reason: string): Promise<void> {
  const { until } = await call(pictures.reveal, { ids: [...ids], reason })
  for (const id of ids) revealed[id] = until
  setTimeout(() => hidePictures(ids.filter((id) => revealed[id] === until)), revealedMs)
}

/** The reveal that a picture is shown by; null while it is blurred. */
export const useReveal = (id: PictureId): string | null => useSnapshot(revealed)[id] ?? null
