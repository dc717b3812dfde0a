import { type ReactNode, useEffect, useRef } from 'react'
import type { Output } from '#contract/kernel/endpoint.ts'
import { type Scope, scopes } from '#contract/kernel/grants.ts'
import type { roles } from '#contract/roles.ts'
import { useText } from '#src/locale/text.ts'
import { buttonName } from './button-name.ts'
import styles from './Roles.module.css'
import {
  buttonCodes,
  changeOf,
  type RoleDraft,
  setScope,
  type TreeRow,
  tickedIn,
  toggleButton,
  togglePages,
} from './role-draft.ts'
import type { RoleDraftState } from './use-role-draft.ts'

interface GroupProps {
  readonly row: Extract<TreeRow, { kind: 'group' }>
  readonly index: number
  readonly state: RoleDraftState
  readonly editable: boolean
}

interface TickProps {
  readonly at: string
  readonly label: string
  readonly checked: boolean
  readonly mixed?: boolean
  readonly editable: boolean
  onTick(): void
}

/** A checkbox that the cursor can stand on; `mixed`: some of what stands below it is ticked. */
function Tick({ at, label, checked, mixed = false, editable, onTick }: TickProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    box.current!.indeterminate = mixed
  }, [mixed])
  return (
    <input
      ref={box}
      type="checkbox"
      data-cell={at}
      aria-label={label}
      checked={checked}
      aria-disabled={!editable || undefined}
      onChange={() => editable && onTick()}
    />
  )
}

/** A group of pages: how many of them are seen; all of them ticked at once. */
export function GroupRow({ row, index, state, editable }: GroupProps) {
  const { say, text } = useText()
  const { draft, all, linked, folded, fold, change } = state
  const ticked = tickedIn(draft, row.pages)
  const isFolded = folded.has(row.path)
  const count = row.pages.filter((page) => draft.grants.has(page)).length
  return (
    <tr className={styles.group}>
      <th scope="rowgroup">
        <button
          type="button"
          tabIndex={-1}
          className={styles.fold}
          aria-expanded={!isFolded}
          aria-label={text(isFolded ? 'roles.expand' : 'roles.collapse', { group: say(row.title) })}
          onClick={() => fold(row.path)}
        >
          {isFolded ? '▸' : '▾'}
        </button>
        <Tick
          at={`${index}:0`}
          label={say(row.title)}
          checked={ticked === 'all'}
          mixed={ticked === 'some'}
          editable={editable}
          onTick={() => change(togglePages(draft, row.pages, all, linked))}
        />
        {say(row.title)}
      </th>
      <td colSpan={buttonCodes.length + 1} className={styles.count}>
        {text('roles.ofPages', { count, all: row.pages.length })}
      </td>
    </tr>
  )
}

interface PageProps {
  readonly row: Extract<TreeRow, { kind: 'page' }>
  readonly index: number
  readonly state: RoleDraftState
  readonly saved: RoleDraft
  readonly editable: boolean
  readonly money: Output<typeof roles.menu>['money']
}

/** A cell that tells how it differs from what was saved: by tint and by sign. */
function ChangedCell({ change, children }: { change: 'gained' | 'lost' | undefined; children: ReactNode }) {
  return (
    <td className={styles.cell} data-change={change}>
      {change && <span aria-hidden>{change === 'gained' ? '+' : '−'}</span>}
      {children}
    </td>
  )
}

/** Whose rows a page shows; where that was changed, what it was. */
function ScopeCell({ row, index, state, saved, editable }: Omit<PageProps, 'money'>) {
  const { word, say } = useText()
  const { draft, change } = state
  const granted = draft.grants.get(row.page)
  const was = saved.grants.get(row.page)
  if (!granted) return <td />
  const isChanged = was !== undefined && was.scope !== granted.scope
  return (
    <td className={styles.scope} data-change={isChanged ? 'gained' : undefined}>
      {isChanged && <s>{word('lens.scope', was.scope)}</s>}
      <select
        data-cell={`${index}:1`}
        aria-label={say(row.title)}
        value={granted.scope}
        disabled={!editable}
        onChange={({ target }) => change(setScope(draft, row.page, target.value as Scope))} // one of the options below
      >
        {scopes.map((scope) => (
          <option key={scope} value={scope}>
            {word('lens.scope', scope)}
          </option>
        ))}
      </select>
    </td>
  )
}

/** A page: whether it is seen, whose rows it shows, which of its buttons are granted. */
export function PageRow({ row, index, state, saved, editable, money }: PageProps) {
  const { say, text } = useText()
  const { draft, all, linked, change } = state
  const granted = draft.grants.get(row.page)
  const was = saved.grants.get(row.page)
  const seen = changeOf(was !== undefined, granted !== undefined)
  return (
    <tr>
      <th scope="row" className={styles.pageName} data-change={seen} data-inner={row.group !== null || undefined}>
        <Tick
          at={`${index}:0`}
          label={say(row.title)}
          checked={granted !== undefined}
          editable={editable}
          onTick={() => change(togglePages(draft, [row.page], all, linked))}
        />
        {say(row.title)}
      </th>
      <ScopeCell {...{ row, index, state, saved, editable }} />
      {buttonCodes.map((code, column) => {
        if ((row.codes & code) === 0) return <td key={code} />
        const isTicked = ((granted?.codes ?? 0) & code) !== 0
        const moves = money.some((one) => one.page === row.page && one.code === code)
        const label = `${say(row.title)}: ${text(`lens.button.${buttonName(code)}`)}`
        return (
          <ChangedCell key={code} change={changeOf(((was?.codes ?? 0) & code) !== 0, isTicked)}>
            <Tick
              at={`${index}:${column + 2}`}
              label={moves ? `${label} (${text('roles.movesMoney')})` : label}
              checked={isTicked}
              editable={editable}
              onTick={() => change(toggleButton(draft, row.page, code))}
            />
          </ChangedCell>
        )
      })}
    </tr>
  )
}
