import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/session.ts'
import { Menu } from '#src/ui/Menu.tsx'
import { frameActs } from './acts.ts'
import styles from './Person.module.css'

/** Who is signed in, and what they do about it. */
export function Person() {
  const { text } = useText()
  const { user, roles } = useSession()
  if (!user) return null
  const items = [
    { label: text('account.title'), run: frameActs.personalCentre },
    { label: text('session.changePassword'), run: frameActs.changePassword },
    { label: text('session.signOut'), run: frameActs.signOut },
  ]
  return (
    <Menu sections={[{ heading: [user.userName, ...roles].join(' · '), items }]}>
      <button type="button" className={styles.person}>
        {user.account}
      </button>
    </Menu>
  )
}
