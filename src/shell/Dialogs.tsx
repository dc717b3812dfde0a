import { closeDialog, useDialog } from '#src/command/dialog.ts'
import { useSession } from '#src/session/base/session.ts'
import { ChangePassword } from '#src/session/sign-in/ChangePassword.tsx'
import { ErrorLog } from './errors/ErrorLog.tsx'
import { SettingsDrawer } from './settings/SettingsDrawer.tsx'

/** What opens over the console and belongs to none of its pages. Stands once, in the shell. */
export function Dialogs() {
  const open = useDialog()
  const { user } = useSession()
  if (open === 'settings') return <SettingsDrawer />
  if (open === 'errors') return <ErrorLog />
  if (open === 'changePassword' && user) return <ChangePassword account={user.account} onClose={closeDialog} />
  return null
}
