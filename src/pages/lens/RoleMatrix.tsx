import { lens } from '#contract/lens.ts'
import { saveFile } from '#src/call/download.ts'
import { type LensRole, type MatrixWords, matrixCsv, permissionedCommands, scopesOf } from '#src/command/lens.ts'
import { submitCall } from '#src/command/run/submit-call.ts'
import { say, useText, word } from '#src/locale/text.ts'
import { may, useSession } from '#src/session/base/session.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './Lens.module.css'
import { rightText, scopeText } from './right-text.ts'

const matrixWords = (): MatrixWords => ({
  head: [say('lens.command'), 'id', say('audit.risk'), say('lens.right')],
  title: ({ id }) => say(id),
  risk: ({ risk }) => word('audit.risk', risk),
  right: rightText,
  reach: scopeText,
})

/** Puts it on the record, then hands the matrix to the browser as a file. */
async function exportMatrix(roles: readonly LensRole[]): Promise<void> {
  try {
    await submitCall(lens.exported, { commands: permissionedCommands().length, roles: roles.length })
  } catch {
    return // it was said why
  }
  saveFile(
    new Blob([matrixCsv(roles, matrixWords())], { type: 'text/csv;charset=utf-8' }),
    'lendline-commands-roles.csv',
  )
}

/** Which role may run which command, and on whose rows. */
export function RoleMatrix({ roles }: { roles: readonly LensRole[] }) {
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
            {permissionedCommands().map((command) => (
              <tr key={command.id}>
                <th scope="row">{say(command.id)}</th>
                {roles.map((role) => {
                  const reach = scopesOf(role, command.requires)
                  return <td key={role.id}>{reach && reach !== 'open' ? scopeText(reach) : ''}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </figure>
      {may(lens.exported.requires) && <Button onClick={() => void exportMatrix(roles)}>{text('lens.export')}</Button>}
    </>
  )
}
