import { declaredKeys } from '#src/command/bound.ts'
import { differs, type Role, reachOf, type Thing } from '#src/command/lens.ts'
import { useText } from '#src/locale/text.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './Lens.module.css'
import { sayReach, sayRight } from './words.ts'

/** What a role reaches with a right: whose rows, that no right is needed, or that it has none. */
function Reach({ role, thing }: { role: Role; thing: Thing }) {
  const { text } = useText()
  const reach = reachOf(role, thing.may)
  if (reach === null) return <span className={styles.quiet}>–</span>
  return reach === 'open' ? <span className={styles.quiet}>{text('lens.everybody')}</span> : sayReach(reach)
}

interface Props {
  readonly things: readonly Thing[]
  /** One role, or two beside each other. */
  readonly roles: readonly Role[]
}

/** What is in the palette of a role, or of two: each thing with the right it takes and the rows it reaches. */
export function Things({ things, roles }: Props) {
  const { say, text } = useText()
  const [a, b] = roles
  return (
    <figure className={styles.scroll} aria-label={text('lens.palette')} {...{ tabIndex: 0 }}>
      <table className={styles.table}>
        <thead>
          <tr>
            {[text('lens.command'), text('lens.key'), text('lens.right'), ...roles.map(({ name }) => name)].map(
              (head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {things.map((thing) => (
            <tr key={thing.id} data-differs={(a && b && differs(a, b, thing)) || undefined}>
              <th scope="row">
                {say(thing.id)} <small className={styles.quiet}>{thing.id}</small>
              </th>
              <td>
                {declaredKeys(thing.id).map((keys) => (
                  <Kbd key={keys} keys={keys} />
                ))}
              </td>
              <td className={styles.quiet}>{sayRight(thing.may)}</td>
              {roles.map((role) => (
                <td key={role.id}>
                  <Reach role={role} thing={thing} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
