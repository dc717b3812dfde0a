import { type FormEvent, useRef, useState } from 'react'
import type { Output } from '#contract/kernel/endpoint.ts'
import type { session } from '#contract/session.ts'
import { wordsOf } from '#src/call/announce.ts'
import { send } from '#src/call/send.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { PasswordField, TextField } from '#src/ui/Field.tsx'
import styles from './SignIn.module.css'
import { token } from './token.ts'

type SignedIn = Output<typeof session.signIn> // as the contract has it; its schemas are not loaded yet

interface Props {
  /** Lets the person in, whose token is held by now. */
  enter(): Promise<void>
  /** Leads to choosing a password, for which the token is good and for nothing else. */
  onMustChange(account: string): void
}

type Missing = 'account' | 'password' | null

/** What one signs in with, and what the server says to it. */
function useSigningIn({ enter, onMustChange }: Props) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function signIn(username: string, password: string): Promise<boolean> {
    setBusy(true)
    setRefusal(null)
    try {
      const answer = (await send('POST /login', { body: { username, password } })) as SignedIn
      if (answer.mustChangePassword) {
        token.holdHere(answer.token)
        onMustChange(username)
      } else {
        token.hold(answer.token)
        await enter()
      }
      return true
    } catch (error) {
      setRefusal(wordsOf(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, signIn }
}

/** Account and password. */
export function SignIn(props: Props) {
  const { text } = useText()
  const { busy, refusal, signIn } = useSigningIn(props)
  const [missing, setMissing] = useState<Missing>(null)
  const account = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const typed = { account: account.current!.value.trim(), password: password.current!.value }
    const empty = typed.account === '' ? 'account' : typed.password === '' ? 'password' : null
    setMissing(empty)
    if (empty === 'account') account.current!.focus()
    else if (empty === 'password' || !(await signIn(typed.account, typed.password))) password.current?.focus()
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <h1>{text('session.signIn')}</h1>
      <TextField
        ref={account}
        label={text('session.account')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={missing === 'account' && text('session.accountMissing')}
      />
      <PasswordField
        ref={password}
        label={text('session.password')}
        name="password"
        autoComplete="current-password"
        error={missing === 'password' && text('session.passwordMissing')}
      />
      <p role="alert" className={styles.refusal}>
        {refusal}
      </p>
      <Button type="submit" tone="accent" large busy={busy}>
        {text('session.signIn')}
      </Button>
    </form>
  )
}
