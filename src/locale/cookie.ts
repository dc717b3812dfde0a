const yearSeconds = 31_536_000

/** The value of a cookie of this origin. */
export const readCookie = (name: string): string | undefined => {
  const value = document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)
  try {
    return value === undefined ? undefined : decodeURIComponent(value)
  } catch {
    return undefined // garbage that somebody else wrote
  }
}

/** Keeps a value in a cookie of this origin only; for a year, or until the browser closes. */
export function writeCookie(name: string, value: string, { session = false } = {}): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = session ? '' : `; Max-Age=${yearSeconds}`
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${age}${secure}`
}

/** Takes a cookie of this origin away. */
export const deleteCookie = (name: string): void => {
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Strict`
}
