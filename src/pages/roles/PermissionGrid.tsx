import { useRef } from 'react'
import type { Output } from '#contract/kernel/endpoint.ts'
import type { roles } from '#contract/roles.ts'
import { useText } from '#src/locale/text.ts'
import { buttonName } from './button-name.ts'
import { GroupRow, PageRow } from './PermissionRows.tsx'
import styles from './Roles.module.css'
import { buttonCodes, type RoleDraft } from './role-draft.ts'
import { usePermissionKeys } from './use-permission-keys.ts'
import type { RoleDraftState } from './use-role-draft.ts'

interface Props {
  readonly state: RoleDraftState
  readonly saved: RoleDraft
  readonly editable: boolean
  readonly money: Output<typeof roles.menu>['money']
}

/** Permission grid: pages below their groups, whose rows each shows, and its buttons; what is not saved is tinted. */
export function PermissionGrid({ state, saved, editable, money }: Props) {
  const { text } = useText()
  const table = useRef<HTMLTableElement>(null)
  usePermissionKeys(state, saved, { table, editable })
  return (
    <div className={styles.scroll}>
      <table ref={table} className={styles.grid} aria-label={text('roles.grid')}>
        <thead>
          <tr>
            <th scope="col">{text('roles.pagesSeen')}</th>
            <th scope="col">{text('roles.scope')}</th>
            {buttonCodes.map((code) => (
              <th key={code} scope="col" className={styles.code}>
                {text(`lens.button.${buttonName(code)}`)}
                <small>{code}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {state.rows.map((row, i) =>
            row.kind === 'group' ? (
              <GroupRow key={row.path} row={row} index={i} state={state} editable={editable} />
            ) : (
              <PageRow key={row.page} row={row} index={i} {...{ state, saved, editable, money }} />
            ),
          )}
        </tbody>
      </table>
    </div>
  )
}
