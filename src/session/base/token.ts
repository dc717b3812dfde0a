import { deleteCookie, readCookie, writeCookie } from '#src/locale/cookie.ts'

/** The cookie that holds the token. Source: specification, section 9. */
const name = 'Admin-Token'

/** A token that is good for choosing a password only: it is in no cookie, so it opens nothing and ends with the page. */
let passing: string | null = null

/** Session generation: how many sessions have ended here. */
let generation = 0

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
  /** What was sent in an earlier generation is answered of another session, and says nothing of this one. */
  generation: (): number => generation,
  drop(): void {
    generation += 1
    passing = null
    deleteCookie(name)
  },
}
