import { lazy, Suspense } from 'react'
import { loadPart } from '#src/call/lazy-part.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { PasswordField, TextField } from '#src/ui/Field.tsx'
import styles from './SignIn.module.css'
import { type SignInHandlers, useSignIn } from './use-sign-in.ts'

const loadSlider = loadPart(() => import('./Slider.tsx'))
const Slider = lazy(async () => ({ default: (await loadSlider()).Slider }))

const missingTexts = {
  username: 'session.accountMissing',
  password: 'session.passwordMissing',
  code: 'session.codeMissing',
} as const

/** The code of an authenticator, or a recovery code. */
function CodeField({ error }: { error: string | false }) {
  const { text } = useText()
  return (
    <TextField
      label={text('session.code')}
      name="code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      hint={text('session.code.hint')}
      error={error}
    />
  )
}

/** Account and password, and whatever else the server asks for: a one-time code, a piece to be moved. */
export function SignIn(props: SignInHandlers) {
  const { text, say } = useText()
  const { form, missing, busy, said, wantsCode, challenge, renew, move, submit } = useSignIn(props)
  const wrong = (field: keyof typeof missingTexts) => missing === field && text(missingTexts[field])
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <h1>{text('session.signIn')}</h1>
      <TextField
        label={text('session.account')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={wrong('username')}
      />
      <PasswordField
        label={text('session.password')}
        name="password"
        autoComplete="current-password"
        error={wrong('password')}
      />
      {wantsCode && <CodeField error={wrong('code')} />}
      {challenge && (
        <Suspense>
          <Slider challenge={challenge} onMove={move} onRenew={() => void renew()} />
        </Suspense>
      )}
      <div role="alert" className={styles.refusal}>
        {said.refusal && <p>{said.refusal}</p>}
        {said.left !== null && <p>{say('session.attemptsLeft', { count: said.left })}</p>}
      </div>
      <Button type="submit" tone="accent" large busy={busy}>
        {text('session.signIn')}
      </Button>
    </form>
  )
}
