import { z } from 'zod'
import { api } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { Choice, Id, Instant, TextKey } from './kernel/values.ts'

/** An attempt to sign in. */
export const SignIn = z.object({
  id: Id('signIn'),
  at: Instant,
  /** What was typed as the account. */
  account: z.string(),
  /** Whose it is; nothing where it is nobody's, or the attempt failed. */
  name: z.string().nullable(),
  result: Choice('signIns.result', ['done', 'refused', 'failed'], { done: 'good', refused: 'warn', failed: 'bad' }),
  /** Why it was refused. */
  fault: TextKey('faults').nullable(),
  ip: z.string().nullable(),
  /** The browser, or whatever else called. */
  agent: z.string().nullable(),
})
export type SignIn = z.output<typeof SignIn>

/** Sign-ins: who, when, from where, with what, and how it ended. */
export const signIns = api('signIns', {
  list: list('GET /sign-ins', {
    requires: 'signIns',
    row: SignIn,
    filter: ['id', 'at', 'account', 'name', 'result', 'fault', 'ip', 'agent'],
    sort: ['at'],
    search: ['account', 'name', 'ip'],
    order: '-at',
    created: 'at',
  }),
})
