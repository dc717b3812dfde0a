import { useText } from '#src/locale/text.ts'
import { Page } from '#src/ui/Page.tsx'
import styles from './Account.module.css'
import { Keys } from './Keys.tsx'
import { Language } from './Language.tsx'
import { Password } from './Password.tsx'
import { Profile } from './Profile.tsx'
import { Reveals } from './Reveals.tsx'
import { Sessions } from './Sessions.tsx'
import { TwoFactor } from './TwoFactor.tsx'

/** Everything one keeps in order about oneself. */
export function AccountPage() {
  const { text } = useText()
  return (
    <Page>
      <h1>{text('account.title')}</h1>
      <div className={styles.panels}>
        <Profile />
        <div className={styles.column}>
          <Language />
          <Password />
          <TwoFactor />
        </div>
        <div className={styles.column}>
          <Sessions />
          <Keys />
        </div>
      </div>
      <Reveals />
    </Page>
  )
}
