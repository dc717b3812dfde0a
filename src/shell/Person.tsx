import { useState } from 'react'
import { useText } from '#src/locale/text.ts'
import { ChangePassword } from '#src/session/ChangePassword.tsx'
import { useSession } from '#src/session/session.ts'
import { signOut } from '#src/session/sign-out.ts'
import { Menu } from '#src/ui/Menu.tsx'
import styles from './Person.module.css'

/** Who is signed in, and what they do about it. */
export function Person() {
  const { text } = useText()
  const { user, roles } = useSession()
  const [changing, setChanging] = useState(false)
  if (!user) return null
  const items = [
    { label: text('session.changePassword'), run: () => setChanging(true) },
    { label: text('session.signOut'), run: () => void signOut() },
  ]
  return (
    <>
      <Menu sections={[{ heading: [user.userName, ...roles].join(' · '), items }]}>
        <button type="button" className={styles.person}>
          {user.account}
        </button>
      </Menu>
      {changing && <ChangePassword account={user.account} onClose={() => setChanging(false)} />}
    </>
  )
}
