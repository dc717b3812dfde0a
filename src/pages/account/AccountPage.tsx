import { useText } from '#src/locale/text.ts'
import { Page } from '#src/ui/Page.tsx'
import styles from './Account.module.css'
import { DeputyPanel } from './DeputyPanel.tsx'
import { KeysPanel } from './KeysPanel.tsx'
import { LanguagePanel } from './LanguagePanel.tsx'
import { MacrosPanel } from './MacrosPanel.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import { RevealsPanel } from './RevealsPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'
import { TwoFactorPanel } from './TwoFactorPanel.tsx'

/** Everything one keeps in order about oneself. */
export function AccountPage() {
  const { text } = useText()
  return (
    <Page>
      <h1>{text('account.title')}</h1>
      <div className={styles.panels}>
        <ProfilePanel />
        <div className={styles.column}>
          <LanguagePanel />
          <PasswordPanel />
          <TwoFactorPanel />
          <KeysPanel />
          <MacrosPanel />
        </div>
        <div className={styles.column}>
          <SessionsPanel />
          <DeputyPanel />
        </div>
      </div>
      <RevealsPanel />
    </Page>
  )
}
