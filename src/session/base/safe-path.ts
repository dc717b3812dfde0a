const longest = 2_000
// control characters, and the backslash that browsers take for a slash, once it is decoded
const hostile = /[\p{Cc}\\]/u

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null // no browser wrote that
  }
}

/** Signing in leads on to what was wanted; not back to signing in. */
const leadsNowhere = /^\/(?:login|auth-redirect)(?:\/|$)/

/** `text` as a path within this console; null where it would lead anywhere else, however it is written. */
export function safePath(text: string | null): string | null {
  if (!text?.startsWith('/') || text.length > longest || !URL.canParse(text, 'http://here')) return null
  const { origin, pathname, search, hash } = new URL(text, 'http://here')
  const path = decoded(pathname)
  if (origin !== 'http://here' || path === null || path.startsWith('//')) return null
  return hostile.test(path) || leadsNowhere.test(path) ? null : pathname + search + hash
}
