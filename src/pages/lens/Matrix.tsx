import { lens } from '#contract/lens.ts'
import { save } from '#src/call/download.ts'
import { submit } from '#src/command/executor.ts'
import { guarded, type MatrixWords, matrixCsv, type Role, reachOf } from '#src/command/lens.ts'
import { say, useText, word } from '#src/locale/text.ts'
import { may, useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './Lens.module.css'
import { sayReach, sayRight } from './words.ts'

const words = (): MatrixWords => ({
  head: [say('lens.command'), 'id', say('audit.risk'), say('lens.right')],
  title: ({ id }) => say(id),
  risk: ({ risk }) => word('audit.risk', risk),
  right: sayRight,
  reach: sayReach,
})

/** Puts it on the record, then hands the matrix to the browser as a file. */
async function take(roles: readonly Role[]): Promise<void> {
  try {
    await submit(lens.exported, { commands: guarded().length, roles: roles.length })
  } catch {
    return // it was said why
  }
  save(new Blob([matrixCsv(roles, words())], { type: 'text/csv;charset=utf-8' }), 'lendline-commands-roles.csv')
}

/** Which role may run which command, and on whose rows. */
export function Matrix({ roles }: { roles: readonly Role[] }) {
  const { text } = useText()
  useSession()
  return (
    <>
      <p className={styles.told}>{text('lens.matrixHow')}</p>
      <figure className={styles.scroll} aria-label={text('lens.matrix')} {...{ tabIndex: 0 }}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{text('lens.command')}</th>
              {roles.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {guarded().map((command) => (
              <tr key={command.id}>
                <th scope="row">{say(command.id)}</th>
                {roles.map((role) => {
                  const reach = reachOf(role, command.may)
                  return <td key={role.id}>{reach && reach !== 'open' ? sayReach(reach) : ''}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </figure>
      {may(lens.exported.may) && <Button onClick={() => void take(roles)}>{text('lens.export')}</Button>}
    </>
  )
}
