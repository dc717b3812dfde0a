import { z } from 'zod'
import { Country } from './kernel/calendar.ts'
import { api, read, write } from './kernel/endpoint.ts'
import { Id, Instant } from './kernel/values.ts'
import { MenuNode } from './menu.ts'

/** Name of the cookie that holds the token. Source: specification, section 9. */
export const tokenCookie = 'Admin-Token'

/** What a new password must be. Each rule is a text key below `session.password`. Source: specification, section 5. */
export const passwordRules = {
  length: (text: string) => text.length >= 8 && text.length <= 20,
  digit: (text: string) => /\d/.test(text),
  letter: (text: string) => /\p{L}/u.test(text),
  special: (text: string) => /[^\p{L}\p{N}\s]/u.test(text),
} as const

/** Longest text that is looked at as an account or a password. */
const typedMax = 200
const Typed = z.string().max(typedMax)
const NewPassword = Typed.refine((text) => Object.values(passwordRules).every((holds) => holds(text)))

/** Who is signed in. Source: specification, section 3. */
export const SessionUser = z.object({
  userId: Id('staff'),
  userName: z.string(),
  avatar: z.string(),
  introduction: z.string(),
  account: z.string(),
  loginTime: Instant,
  country: Country,
})
export type SessionUser = z.output<typeof SessionUser>

/** Signing in and out, and what the server knows of who is signed in. */
export const session = api('session', {
  signIn: write('POST /login', {
    may: 'public',
    input: z.object({ username: Typed.trim().min(1), password: Typed.min(1) }),
    output: z.object({ token: z.string(), mustChangePassword: z.boolean() }),
    faults: ['wrong_credentials', 'frozen', 'disabled'],
    secrets: ['password'],
  }),

  /** The menu and what the server knows of who is signed in. */
  info: read('GET /getInfo', {
    may: 'session',
    input: z.object({}),
    output: z.object({
      menu: z.array(MenuNode),
      roleFlag: z.string(),
      user: SessionUser,
      /** Nothing else answers before a password is chosen. */
      mustChangePassword: z.boolean(),
    }),
  }),

  /** The clock of the operating country. */
  time: read('GET /get/time', {
    may: 'public',
    input: z.object({}),
    output: z.object({ time: Instant, country: Country }),
  }),

  roles: read('GET /sysRole/current', {
    may: 'session',
    input: z.object({}),
    output: z.object({ roles: z.array(z.object({ id: Id('role'), name: z.string(), mark: z.string() })).min(1) }),
  }),

  /** Whether a challenge has to be solved before the next attempt to sign in. */
  slider: read('GET /slider', { may: 'public', input: z.object({}), output: z.object({ enabled: z.boolean() }) }),

  signOut: write('POST /sysUser/logout', { may: 'session', input: z.object({}), output: z.object({}) }),

  changePassword: write('POST /sysUser/changePwd', {
    may: 'session',
    input: z
      .object({ username: Typed.trim(), oldPwd: Typed.min(1), newPwd: NewPassword, confirmNewPwd: Typed })
      .refine(({ newPwd, confirmNewPwd }) => newPwd === confirmNewPwd, { path: ['confirmNewPwd'] })
      .refine(({ newPwd, oldPwd }) => newPwd !== oldPwd, { path: ['newPwd'] }),
    output: z.object({ success: z.boolean() }),
    faults: ['wrong_old_password', 'password_used_before'],
    secrets: ['oldPwd', 'newPwd', 'confirmNewPwd'],
  }),
})
