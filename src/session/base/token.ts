import { deleteCookie, readCookie, writeCookie } from '#src/locale/cookie.ts'

/** The cookie that holds the token. Source: specification, section 9. */
const name = 'Admin-Token'

/** A token that is good for choosing a password only: it is in no cookie, so it opens nothing and ends with the page. */
let passing: string | null = null

/** The token of who is signed in, as every tab of this browser has it. */
export const token = {
  held: (): string => passing ?? readCookie(name) ?? '',
  hold(value: string): void {
    if (passing === null) writeCookie(name, value, { session: true })
    else passing = value
  },
  /** Holds it for this page only. */
  holdHere(value: string): void {
    passing = value
  },
  drop(): void {
    passing = null
    deleteCookie(name)
  },
}
