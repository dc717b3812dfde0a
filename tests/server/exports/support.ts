import { tokenCookie } from '#contract/session.ts'
import type { Account, World } from '#tests/support/server.ts'

type Serving = Pick<World, 'server' | 'tokenOf'>

/** Follows an address as a browser does: with nothing but the cookie of whoever is signed in. */
export async function follow({ server, tokenOf }: Serving, href: string, who: Account | null): Promise<Response> {
  const headers = who && { cookie: `${tokenCookie}=${await tokenOf(who)}` }
  return fetch(server.url + href, headers ? { headers } : {})
}
