import { navigate } from 'wouter/use-browser-location'
import { showDialog } from '#src/command/dialog.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/base/session.ts'
import { hrefOf } from '#src/session/tabs.ts'
import { Menu } from '#src/ui/overlay/Menu.tsx'
import { shellActions } from '../shell-actions.ts'
import styles from './UserMenu.module.css'

/** Who is signed in, and what they do about it. */
export function UserMenu() {
  const { text } = useText()
  const { user, roles } = useSession()
  if (!user) return null
  const items = [
    { label: text('account.title'), run: () => navigate(hrefOf('/account')) },
    { label: text('session.changePassword'), run: () => showDialog('changePassword') },
    { label: text('session.signOut'), run: shellActions.signOut },
  ]
  return (
    <Menu sections={[{ heading: [user.userName, ...roles].join(' · '), items }]}>
      <button type="button" className={styles.person}>
        {user.avatar && <img className={styles.picture} src={user.avatar} alt="" />}
        {user.account}
      </button>
    </Menu>
  )
}
