import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { IdOf } from '#contract/kernel/values.ts'
import { pictures } from '#contract/pictures.ts'
import { queryClient, silent } from '#src/call/query-client.ts'
import { sendForFile } from '#src/call/send.ts'
import { pictureKey } from './revealed.ts'

type PictureId = IdOf<'picture'>

const pictureQuery = (id: PictureId, reveal: string | null) =>
  queryOptions({
    queryKey: pictureKey(id, reveal),
    queryFn: async ({ signal }) =>
      (await sendForFile(pictures.image.at.replace('{id}', encodeURIComponent(id)), { signal })).blob,
  })

/** Fetches a blurred picture ahead, so that it is there when somebody turns to it. */
export const prefetchPicture = (id: PictureId): void =>
  void queryClient.prefetchQuery({ ...pictureQuery(id, null), meta: silent })

/** Fetches a picture, which needs the session. Answers an address of this page alone, as long as it is shown. */
export function usePicture(id: PictureId, reveal: string | null): { url: string | null; error: Error | null } {
  const { data, error } = useQuery(pictureQuery(id, reveal))
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!data) return setUrl(null)
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  return { url, error }
}
