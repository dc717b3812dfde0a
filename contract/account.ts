import { z } from 'zod'
import { api, read, write } from './kernel/endpoint.ts'
import { fieldsOf } from './kernel/field.ts'
import { Choice, Id, Instant, LocalDate, Ref } from './kernel/values.ts'

/** Longest text about oneself. */
export const introductionMax = 200
const typedMax = 200
/** A picture of oneself: so many pixels a side, and so many letters as PNG in base 64 at most. */
export const pictureSide = 64
const pictureMax = 40_000
const Typed = z.string().trim().min(1).max(typedMax)

/** Whoever is signed in, as they see themselves. */
const Profile = z.object({
  account: z.string(),
  name: z.string(),
  jobNumber: z.string().nullable(),
  unit: z.string(),
  roles: z.array(z.string()),
  email: z.string().nullable(),
  introduction: z.string(),
  /** How one shows oneself: an address that a browser draws; empty for none. */
  picture: z.string(),
  createdAt: Instant,
  lastSignInAt: Instant.nullable(),
})
export type Profile = z.output<typeof Profile>

const TwoFactor = z.object({
  on: z.boolean(),
  /** Since when. */
  at: Instant.nullable(),
  /** Recovery codes that were not used yet. */
  codesLeft: z.int(),
  /** It has to stay on. */
  required: z.boolean(),
})
export type TwoFactor = z.output<typeof TwoFactor>

/** Somewhere one is signed in. */
const OpenSession = z.object({
  id: Id('session'),
  /** It is the one that asks. */
  current: z.boolean(),
  startedAt: Instant,
  lastSeenAt: Instant,
  ip: z.string().nullable(),
  /** What the browser says of itself. */
  agent: z.string().nullable(),
})
export type OpenSession = z.output<typeof OpenSession>

/** Who approves in somebody's place, from when and until when. */
export const Deputation = z.object({ who: Ref('staff'), since: Instant, until: Instant })
export type Deputation = z.output<typeof Deputation>

/** Personal data that one had shown to oneself, or asked for in vain. */
export const Reveal = z.object({
  id: Id('audit'),
  at: Instant,
  /** The id of the call. */
  command: z.string(),
  objectId: z.string().nullable(),
  reason: z.string().nullable(),
  outcome: Choice('audit.outcome', ['done', 'refused', 'failed'], { done: 'good', refused: 'warn', failed: 'bad' }),
})
export type Reveal = z.output<typeof Reveal>
export const revealFields = fieldsOf(Reveal)

/** Recovery codes, shown once: each stands for a one-time code, once. */
const Codes = z.object({ recoveryCodes: z.array(z.string()) })

/** Everything one keeps in order about oneself. */
export const account = api('account', {
  profile: read('GET /account/profile', { requires: 'anyone', input: z.object({}), output: Profile }),

  saveProfile: write('POST /account/profile', {
    requires: 'anyone',
    input: z.object({
      email: z.email().max(typedMax).nullable(),
      introduction: z.string().trim().max(introductionMax),
    }),
    output: Profile,
  }),

  /** A square PNG of 64 pixels, in base 64: decoded, and encoded anew. Anything else is refused. */
  savePicture: write('POST /account/picture', {
    requires: 'anyone',
    input: z.object({
      picture: z
        .string()
        .max(pictureMax)
        .regex(/^[A-Za-z0-9+/]+={0,2}$/),
    }),
    output: Profile,
    faults: ['not_an_image'],
    secrets: ['picture'],
    touches: ['session'],
  }),

  removePicture: write('POST /account/picture/remove', {
    requires: 'anyone',
    input: z.object({}),
    output: Profile,
    touches: ['session'],
  }),

  /** Where one is signed in now, this one first. */
  sessions: read('GET /account/sessions', {
    requires: 'anyone',
    input: z.object({}),
    output: z.object({ sessions: z.array(OpenSession) }),
  }),

  /** Ends one of one's own sessions. */
  endSession: write('POST /account/sessions/end', {
    requires: 'anyone',
    input: z.object({ id: Id('session') }),
    output: z.object({}),
    faults: ['not_found'],
  }),

  /** Ends all of one's sessions but this one. */
  endOtherSessions: write('POST /account/sessions/end-others', {
    requires: 'anyone',
    input: z.object({}),
    output: z.object({ ended: z.int() }),
  }),

  /** The newest first, at most 200. */
  reveals: read('GET /account/reveals', {
    requires: 'anyone',
    input: z.object({}),
    output: z.object({ reveals: z.array(Reveal) }),
  }),

  twoFactor: read('GET /account/two-factor', { requires: 'enrolling', input: z.object({}), output: TwoFactor }),

  /**
   * Makes a secret, which counts once it is confirmed; one that is in force already stays so until then. The secret is
   * told here and never again.
   */
  beginTwoFactor: write('POST /account/two-factor', {
    requires: 'enrolling',
    stepUp: true,
    input: z.object({}),
    /** For typing in, and as the address that goes into the QR code. */
    output: z.object({ secret: z.string(), address: z.string() }),
    secrets: ['secret', 'address'],
  }),

  /** Puts the secret that was made last in force, by a code made with it. Ends one's other sessions. */
  confirmTwoFactor: write('POST /account/two-factor/confirm', {
    requires: 'enrolling',
    input: z.object({ code: Typed }),
    output: Codes,
    faults: ['wrong_code', 'two_factor_not_begun'],
    secrets: ['code', 'recoveryCodes'],
  }),

  endTwoFactor: write('POST /account/two-factor/end', {
    requires: 'anyone',
    input: z.object({ password: z.string().min(1).max(typedMax) }),
    output: z.object({}),
    faults: ['wrong_password', 'frozen', 'two_factor_off', 'two_factor_required'],
    secrets: ['password'],
  }),

  /** New recovery codes in place of all old ones. */
  renewCodes: write('POST /account/two-factor/codes', {
    requires: 'anyone',
    stepUp: true,
    input: z.object({}),
    output: Codes,
    faults: ['two_factor_off'],
    secrets: ['recoveryCodes'],
  }),

  /**
   * The specification's call. `validSecret` is the caller's own one-time code, by which they turn two-factor on (`1`, for
   * a secret that was begun) or off (`0`) for themselves; whoever may reset accounts turns it off for others.
   * The console uses the calls above, which have no secret in their address.
   */
  saveTwoFactor: write('GET /code/valid/save/{userId}/{switchVal}/{validSecret}', {
    requires: 'enrolling',
    input: z.object({ userId: Id('staff'), switchVal: z.enum(['0', '1']), validSecret: Typed }),
    output: Codes,
    faults: [
      'wrong_code',
      'frozen',
      'forbidden',
      'beyond_own_rights',
      'two_factor_not_begun',
      'two_factor_off',
      'two_factor_required',
    ],
    secrets: ['validSecret', 'recoveryCodes'],
  }),

  /** Who approves while one is away, and for whom one does. */
  deputies: read('GET /account/deputies', {
    requires: 'anyone',
    input: z.object({}),
    output: z.object({ own: Deputation.nullable(), standsInFor: z.array(Deputation) }),
  }),

  /**
   * Names who approves while one is away, from the first day to the last, in place of whoever was named before: what one
   * may approve oneself, where one may, and nothing else. Of one's own unit, or below it.
   */
  nameDeputy: write('POST /account/deputy', {
    requires: 'anyone',
    input: z.object({ deputy: Id('staff'), since: LocalDate, until: LocalDate }),
    output: z.object({ own: Deputation }),
    faults: ['deputy_unknown', 'deputy_self', 'deputy_elsewhere', 'deputy_idle', 'days_reversed'],
    touches: ['session'],
  }),

  endDeputy: write('POST /account/deputy/end', { requires: 'anyone', input: z.object({}), output: z.object({}) }),
})
