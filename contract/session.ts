import { z } from 'zod'
import { Country } from './kernel/calendar.ts'
import { api, read, write } from './kernel/endpoint.ts'
import { Id, Instant } from './kernel/values.ts'
import { MenuNode } from './menu.ts'
import { Settings } from './settings.ts'

/** Name of the cookie that holds the token. Source: specification, section 9. */
export const tokenCookie = 'Admin-Token'

/** Idle timeout of a session: it ends when nothing was called for so long; known to the minute. */
export const sessionIdleMs = 30 * 60_000

/**
 * Password policy: what a new password must be. Each rule is a text key below `session.password`. Source:
 * specification, section 5.
 */
export const passwordRules = {
  length: (text: string) => text.length >= 8 && text.length <= 20,
  digit: (text: string) => /\d/.test(text),
  letter: (text: string) => /\p{L}/u.test(text),
  special: (text: string) => /[^\p{L}\p{N}\s]/u.test(text),
} as const

/** Longest text that is looked at as an account, a password or a code. */
const typedMax = 200
const Typed = z.string().max(typedMax)
/** Longest name of a challenge. */
const challengeMax = 1_000
/** A password that holds to the policy. */
export const NewPassword = Typed.refine(
  (text) => Object.values(passwordRules).every((holds) => holds(text)),
  'weak_password',
)

/** Who is signed in. Source: specification, section 3. */
export const SessionUser = z.object({
  userId: Id('staff'),
  userName: z.string(),
  avatar: z.string(),
  introduction: z.string(),
  account: z.string(),
  loginTime: Instant,
  country: Country,
  /** Whether this installation sends e-mail to staff. */
  mail: z.boolean(),
  /** Whether they read what customers are identified by, and so may look somebody up by it: nobody of an agency does. */
  readsIdentity: z.boolean(),
})
export type SessionUser = z.output<typeof SessionUser>

/**
 * Slider CAPTCHA: a picture with a gap, and the piece that fits it; solved by how far the piece is moved to the right,
 * in pixels.
 */
export const SliderChallenge = z.object({
  /** Names it when it is solved; good once, and for two minutes. */
  id: z.string().max(challengeMax),
  /** Both pictures as data URLs. */
  picture: z.string(),
  piece: z.string(),
  width: z.int(),
  height: z.int(),
  /** Sides of the piece, and how far from the top it lies. */
  side: z.int(),
  top: z.int(),
})
export type SliderChallenge = z.output<typeof SliderChallenge>

/** Signing in and out, and what the server knows of who is signed in. */
export const session = api('session', {
  signIn: write('POST /login', {
    requires: 'public',
    perMinute: 300, // an office behind one address signs in at nine
    input: z.object({
      username: Typed.trim().min(1),
      password: Typed.min(1),
      /** A one-time code or a recovery code, of whoever has two-factor. */
      code: Typed.trim().min(1).optional(),
      sliderId: z.string().max(challengeMax).optional(),
      sliderX: z.int().optional(),
    }),
    output: z.object({ token: z.string(), mustChangePassword: z.boolean(), twoFactorDue: z.boolean() }),
    faults: ['wrong_credentials', 'frozen', 'slider_needed', 'slider_missed', 'code_needed', 'wrong_code'],
    secrets: ['password', 'code', 'sliderId'],
  }),

  /** The menu and what the server knows of who is signed in. */
  info: read('GET /getInfo', {
    requires: 'session',
    input: z.object({}),
    output: z.object({
      menu: z.array(MenuNode),
      roleFlag: z.string(),
      user: SessionUser,
      /** Nothing else answers before a password is chosen, … */
      mustChangePassword: z.boolean(),
      /** … nor before two-factor is set up, where it has to be. */
      twoFactorDue: z.boolean(),
      settings: Settings,
    }),
  }),

  /** The clock of the operating country. */
  time: read('GET /get/time', {
    requires: 'public',
    perMinute: 600,
    input: z.object({}),
    output: z.object({ time: Instant, country: Country }),
  }),

  roles: read('GET /sysRole/current', {
    requires: 'session',
    input: z.object({}),
    output: z.object({ roles: z.array(z.object({ id: Id('role'), name: z.string(), mark: z.string() })).min(1) }),
  }),

  /** Whether attempts to sign in from this address have to solve a challenge, and if so, one to solve. */
  slider: read('GET /slider', {
    requires: 'public',
    perMinute: 120, // its pictures are drawn for each
    input: z.object({}),
    output: z.object({ enabled: z.boolean(), challenge: SliderChallenge.nullable() }),
  }),

  /**
   * Step-up authentication: proves that it is still the person who signed in, by a one-time code or a recovery code
   * where they have two-factor, else by their password. For the next five minutes calls that ask for a step-up go
   * through.
   */
  prove: write('POST /session/prove', {
    requires: 'enrolling',
    input: z.object({ proof: Typed.min(1) }),
    output: z.object({}),
    faults: ['wrong_code', 'wrong_password', 'frozen'],
    secrets: ['proof'],
  }),

  signOut: write('POST /sysUser/logout', { requires: 'session', input: z.object({}), output: z.object({}) }),

  changePassword: write('POST /sysUser/changePwd', {
    requires: 'session',
    input: z
      .object({ username: Typed.trim(), oldPwd: Typed.min(1), newPwd: NewPassword, confirmNewPwd: Typed })
      .refine(({ newPwd, confirmNewPwd }) => newPwd === confirmNewPwd, { path: ['confirmNewPwd'] })
      .refine(({ newPwd, oldPwd }) => newPwd !== oldPwd, { path: ['newPwd'] }),
    output: z.object({ success: z.boolean() }),
    faults: ['wrong_old_password', 'password_used_before'],
    secrets: ['oldPwd', 'newPwd', 'confirmNewPwd'],
  }),
})
