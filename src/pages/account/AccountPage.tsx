import { useText } from '#src/locale/text.ts'
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
    <div className={styles.page}>
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
    </div>
  )
}
