import { type FormEvent, useState } from 'react'
import { account, introductionMax, type Profile as OwnProfile } from '#contract/account.ts'
import { call } from '#src/call/call.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { invalidate, useCall } from '#src/call/query-client.ts'
import { showError } from '#src/call/show-error.ts'
import { useText } from '#src/locale/text.ts'
import { isEmail } from '#src/session/base/validators.ts'
import { Button } from '#src/ui/Button.tsx'
import { DescriptionList } from '#src/ui/data/DescriptionList.tsx'
import { Value } from '#src/ui/data/Value.tsx'
import { TextField } from '#src/ui/Field.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { Panel } from '#src/ui/Panel.tsx'
import styles from './Account.module.css'
import { PictureField } from './PictureField.tsx'

/** What one may say of oneself. */
function ProfileForm({ email, introduction }: Pick<OwnProfile, 'email' | 'introduction'>) {
  const { text } = useText()
  const [wrong, setWrong] = useState(false)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = (name: 'email' | 'introduction') => String(form.get(name) ?? '').trim()
    const address = typed('email')
    const misspelt = address !== '' && !isEmail(address)
    setWrong(misspelt)
    if (misspelt) return event.currentTarget.querySelector<HTMLInputElement>('[name=email]')?.focus()
    setBusy(true)
    try {
      await call(account.saveProfile, { email: address || null, introduction: typed('introduction') })
      invalidate(['account'])
      toast('good', text('account.saved'))
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label={text('account.email')}
        name="email"
        type="email"
        autoComplete="email"
        defaultValue={email ?? ''}
        error={wrong && text('account.emailWrong')}
      />
      <TextField
        label={text('account.introduction')}
        name="introduction"
        maxLength={introductionMax}
        defaultValue={introduction}
        hint={text('account.introduction.hint', { count: introductionMax })}
      />
      <div className={styles.acts}>
        <Button type="submit" busy={busy}>
          {text('account.save')}
        </Button>
      </div>
    </form>
  )
}

const instant = { kind: 'instant' } as const

/** Who one is to the console. */
export function ProfilePanel() {
  const { text } = useText()
  const profile = useCall(account.profile, {})
  return (
    <Panel title={text('account.profile')}>
      <QueryResult query={profile}>
        {({ email, introduction, picture, ...told }) => (
          <div className={styles.form}>
            <PictureField picture={picture} />
            <DescriptionList
              facts={[
                [text('account.account'), told.account],
                [text('account.name'), told.name],
                [text('account.jobNumber'), told.jobNumber ?? '–'],
                [text('account.unit'), told.unit],
                [text('account.roles'), told.roles.join(', ')],
                [text('account.createdAt'), <Value key="made" of={instant} value={told.createdAt} />],
                [text('account.lastSignInAt'), <Value key="last" of={instant} value={told.lastSignInAt} />],
              ]}
            />
            <ProfileForm email={email} introduction={introduction} />
          </div>
        )}
      </QueryResult>
    </Panel>
  )
}
