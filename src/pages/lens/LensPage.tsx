import { useMemo, useState } from 'react'
import { lens, type RoleGrants } from '#contract/lens.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { type LensRole, lensEntriesOf, roleOf, rolesDiffer, searchEntries, unionOfEntries } from '#src/command/lens.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { usePreferences } from '#src/session/preferences.ts'
import { Page } from '#src/ui/Page.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import styles from './Lens.module.css'
import { PaletteTable } from './PaletteTable.tsx'
import { RoleMatrix } from './RoleMatrix.tsx'

interface RoleSelectProps {
  readonly label: string
  readonly roles: readonly LensRole[]
  readonly chosen: string
  /** What stands for no role, where there may be none. */
  readonly none?: string
  onChoose(id: string): void
}

function RoleSelect({ label, roles, chosen, none, onChoose }: RoleSelectProps) {
  return (
    <label>
      {label}
      <select value={chosen} onChange={({ target }) => onChoose(target.value)}>
        {none !== undefined && <option value="">{none}</option>}
        {roles.map(({ id, name, mark }) => (
          <option key={id} value={id}>
            {`${name} (${mark})`}
          </option>
        ))}
      </select>
    </label>
  )
}

/** What is looked at: one role or two, what is typed, and whether only what differs is shown. */
function useRoleComparison(roles: readonly LensRole[]) {
  const [first, setFirst] = useState<string>(roles[0]?.id ?? '')
  const [second, setSecond] = useState('')
  const [typed, setTyped] = useState('')
  const [only, setOnly] = useState(false)
  const language = useLanguage()
  const { supportPinyinSearch } = usePreferences()
  const a = roles.find(({ id }) => id === first)
  const b = roles.find(({ id }) => id === second)
  const things = useMemo(() => {
    if (!a) return []
    const all = b ? unionOfEntries(a, b) : lensEntriesOf(a.rights)
    const found = searchEntries(all, typed, { language, pinyin: supportPinyinSearch })
    return b && only ? found.filter((thing) => rolesDiffer(a, b, thing)) : found
  }, [a, b, typed, only, language, supportPinyinSearch])
  return { first, second, typed, only, a, b, things, setFirst, setSecond, setTyped, setOnly }
}

/** The palette as a role has it, or as two have it; nothing in it runs. */
function RolePalette({ roles }: { roles: readonly LensRole[] }) {
  const { text, say } = useText()
  const { first, second, typed, only, a, b, things, setFirst, setSecond, setTyped, setOnly } = useRoleComparison(roles)
  return (
    <>
      <div className={styles.choosing}>
        <RoleSelect label={text('lens.role')} roles={roles} chosen={first} onChoose={setFirst} />
        <RoleSelect
          label={text('lens.compare')}
          roles={roles}
          chosen={second}
          none={text('lens.noRole')}
          onChoose={setSecond}
        />
        <label>
          {text('lens.search')}
          <input type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
        </label>
        {b && (
          <label className={styles.only}>
            <input type="checkbox" checked={only} onChange={({ target }) => setOnly(target.checked)} />
            {text('lens.onlyDifferences')}
          </label>
        )}
      </div>
      <p className={styles.told} role="status">
        {say('lens.found', { count: things.length })}
      </p>
      <PaletteTable things={things} roles={[a, b].filter((role) => role !== undefined)} />
    </>
  )
}

function Roles({ answered }: { answered: readonly RoleGrants[] }) {
  const { text } = useText()
  const roles = useMemo(() => answered.map(roleOf), [answered])
  return (
    <>
      <Panel title={text('lens.palette')}>
        <RolePalette roles={roles} />
      </Panel>
      <Panel title={text('lens.matrix')}>
        <RoleMatrix roles={roles} />
      </Panel>
    </>
  )
}

/** The console as a role sees it: what is in its palette, what another role has beside it, and all roles in a matrix. */
export function LensPage() {
  const { text } = useText()
  const roles = useCall(lens.roles, {})
  return (
    <Page>
      <h1>{text('menu.lens')}</h1>
      <QueryResult query={roles}>{(answer) => <Roles answered={answer.roles} />}</QueryResult>
    </Page>
  )
}
