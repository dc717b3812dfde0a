import { closeDialog, forgetSecret, useDialog, useSecret } from '#src/command/dialog.ts'
import { useSession } from '#src/session/base/session.ts'
import { ChangePassword } from '#src/session/sign-in/ChangePassword.tsx'
import { ErrorLog } from './errors/ErrorLog.tsx'
import { OneTimeSecretDialog } from './OneTimeSecretDialog.tsx'
import { SettingsDrawer } from './settings/SettingsDrawer.tsx'

/** What opens over the console and belongs to none of its pages. Stands once, in the shell. */
export function Dialogs() {
  const open = useDialog()
  const secret = useSecret()
  const { user } = useSession()
  if (secret) return <OneTimeSecretDialog secret={secret} onClose={forgetSecret} />
  if (open === 'settings') return <SettingsDrawer />
  if (open === 'errors') return <ErrorLog />
  if (open === 'changePassword' && user) return <ChangePassword account={user.account} onClose={closeDialog} />
  return null
}
