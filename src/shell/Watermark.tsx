import { useEffect } from 'react'
import { formatInstant } from '#src/locale/format.ts'
import { useSession } from '#src/session/base/session.ts'
import { drawWatermark } from './watermark.ts'

/** Who looks at the screen, and since when, faintly all over it. */
export function Watermark() {
  const { user } = useSession()
  const lines = user && `${user.account}\n${formatInstant(user.loginTime, user.country)}`
  useEffect(() => (lines ? drawWatermark(lines.split('\n')) : undefined), [lines])
  return null
}
