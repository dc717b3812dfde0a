import { type LensEntry, type LensRole, rolesDiffer, scopesOf } from '#src/command/lens.ts'
import { declaredShortcutsOf } from '#src/command/shortcuts.ts'
import { useText } from '#src/locale/text.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './Lens.module.css'
import { rightText, scopeText } from './right-text.ts'

/** What a role reaches with a right: whose rows, that no right is needed, or that it has none. */
function ScopeCell({ role, thing }: { role: LensRole; thing: LensEntry }) {
  const { text } = useText()
  const reach = scopesOf(role, thing.requires)
  if (reach === null) return <span className={styles.quiet}>–</span>
  return reach === 'open' ? <span className={styles.quiet}>{text('lens.everybody')}</span> : scopeText(reach)
}

interface Props {
  readonly things: readonly LensEntry[]
  /** One role, or two beside each other. */
  readonly roles: readonly LensRole[]
}

/** What is in the palette of a role, or of two: each thing with the right it takes and the rows it reaches. */
export function PaletteTable({ things, roles }: Props) {
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
            <tr key={thing.id} data-differs={(a && b && rolesDiffer(a, b, thing)) || undefined}>
              <th scope="row">
                {say(thing.id)} <small className={styles.quiet}>{thing.id}</small>
              </th>
              <td>
                {declaredShortcutsOf(thing.id).map((keys) => (
                  <Kbd key={keys} keys={keys} />
                ))}
              </td>
              <td className={styles.quiet}>{rightText(thing.requires)}</td>
              {roles.map((role) => (
                <td key={role.id}>
                  <ScopeCell role={role} thing={thing} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
