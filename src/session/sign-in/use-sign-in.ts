import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Input, Output } from '#contract/kernel/endpoint.ts'
import type { SliderChallenge, session } from '#contract/session.ts'
import { CallFailed, send } from '#src/call/send.ts'
import { errorMessage } from '#src/call/show-error.ts'
import { token } from '../base/token.ts'

// as the contract has them; its schemas are not loaded yet
type Typed = Input<typeof session.signIn>
type SignedIn = Output<typeof session.signIn>
type SliderAnswer = Output<typeof session.slider>

/** What becomes of whoever signs in. */
export interface SignInHandlers {
  /** Lets the person in, whose token is held by now. */
  enter(): Promise<void>
  /** Leads to choosing a password, for which the token is good and for nothing else. */
  onMustChange(account: string): void
  /** Leads to setting up two-factor, for which the token is good and for nothing else. */
  onTwoFactorDue(): Promise<void>
}

/** What the server asks for beside account and password. */
interface RequiredFields {
  readonly code: boolean
  readonly slider: boolean
}
/** What it said to the last attempt. */
interface SignInError {
  readonly refusal: string | null
  /** So many attempts are left, where it is worth telling. */
  readonly left: number | null
}
type Field = 'username' | 'password' | 'code'
type Refused = Pick<CallFailed, 'fault' | 'values'>

/** From so few attempts left on, a piece has to be moved, and it is told how many there are. */
const fewLeft = 2
const nothing: RequiredFields = { code: false, slider: false }
const silent: SignInError = { refusal: null, left: null }
const isFew = ({ values: { left } }: Refused): boolean => typeof left === 'number' && left <= fewLeft

/** What is asked for after a refusal. A wrong password says nothing of codes: it may have been somebody else's. */
export function requiredAfter({ code, slider }: RequiredFields, refused: Refused): RequiredFields {
  switch (refused.fault) {
    case 'wrong_credentials':
      return { code: false, slider: isFew(refused) }
    case 'wrong_code':
      return { code: true, slider: isFew(refused) }
    case 'code_needed':
      return { code: true, slider }
    case 'slider_needed':
    case 'slider_missed':
      return { code, slider: true }
    default:
      return { code, slider }
  }
}

/** What a refusal says: that a code is needed is asked by its field, and is nothing that went wrong. */
function signInErrorOf(error: unknown): SignInError {
  if (!(error instanceof CallFailed)) return { refusal: errorMessage(error), left: null }
  if (error.fault === 'code_needed') return silent
  return { refusal: errorMessage(error), left: isFew(error) ? Number(error.values.left) : null }
}

async function sendSignIn(typed: Typed, { enter, onMustChange, onTwoFactorDue }: SignInHandlers): Promise<void> {
  const answer = (await send('POST /login', { body: typed })) as SignedIn
  if (!answer.mustChangePassword && !answer.twoFactorDue) {
    token.hold(answer.token)
    return enter()
  }
  token.holdHere(answer.token)
  if (answer.mustChangePassword) onMustChange(typed.username)
  else await onTwoFactorDue()
}

function readForm(form: HTMLFormElement): Typed {
  const data = new FormData(form)
  const typed = (name: Field) => String(data.get(name) ?? '')
  const code = typed('code').trim()
  return { username: typed('username').trim(), password: typed('password'), ...(data.has('code') && { code }) }
}

/** The challenge in front, and how far its piece was moved. Where none can be fetched, the server says what it wants. */
function useChallenge() {
  const [challenge, setChallenge] = useState<SliderChallenge | null>(null)
  const x = useRef(0)
  const renew = async (wanted = true) => {
    x.current = 0
    const asked = wanted ? ((await send('GET /slider').catch(() => null)) as SliderAnswer | null) : null
    setChallenge(asked?.challenge ?? null)
  }
  const move = (to: number) => {
    x.current = to
  }
  const answer = () => (challenge ? { sliderId: challenge.id, sliderX: x.current } : {})
  return { challenge, renew, move, answer }
}

/** What one signs in with, and what the server says to it. */
export function useSignIn(admitting: SignInHandlers) {
  const form = useRef<HTMLFormElement>(null)
  const { challenge, renew, move, answer } = useChallenge()
  const [wants, setWants] = useState(nothing)
  const [said, setSaid] = useState(silent)
  const [missing, setMissing] = useState<Field | null>(null)
  const [busy, setBusy] = useState(false)
  const focus = (field: Field) => form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
  useEffect(() => {
    if (wants.code) form.current?.querySelector<HTMLInputElement>('[name=code]')?.focus()
  }, [wants.code])

  async function refused(error: unknown): Promise<void> {
    setSaid(signInErrorOf(error))
    const next = error instanceof CallFailed ? requiredAfter(wants, error) : wants
    setWants(next)
    focus(next.code ? 'code' : 'password')
    const spent = !(error instanceof CallFailed && error.fault === 'code_needed')
    if (spent) await renew(next.slider)
  }

  async function attempt(typed: Typed): Promise<void> {
    setBusy(true)
    setSaid(silent)
    await sendSignIn({ ...typed, ...answer() }, admitting).catch(refused)
    setBusy(false)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const typed = readForm(form.current!)
    const empty = (['username', 'password', 'code'] as const).find((name) => typed[name] === '') ?? null
    setMissing(empty)
    if (empty) focus(empty)
    else if (!busy) void attempt(typed)
  }
  return { form, missing, busy, said, wantsCode: wants.code, challenge, renew, move, submit }
}
