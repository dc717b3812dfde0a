import { useMemo, useState } from 'react'
import { lens, type RoleGrants } from '#contract/lens.ts'
import { useCall } from '#src/call/queries.ts'
import { differs, foundIn, paletteOf, type Role, roleOf, together } from '#src/command/lens.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { useSettings } from '#src/shell/settings.ts'
import { Answered } from '#src/ui/Answered.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import styles from './Lens.module.css'
import { Matrix } from './Matrix.tsx'
import { Things } from './Things.tsx'

interface ChooseProps {
  readonly label: string
  readonly roles: readonly Role[]
  readonly chosen: string
  /** What stands for no role, where there may be none. */
  readonly none?: string
  onChoose(id: string): void
}

function Choose({ label, roles, chosen, none, onChoose }: ChooseProps) {
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
function useLooking(roles: readonly Role[]) {
  const [first, setFirst] = useState<string>(roles[0]?.id ?? '')
  const [second, setSecond] = useState('')
  const [typed, setTyped] = useState('')
  const [only, setOnly] = useState(false)
  const language = useLanguage()
  const { supportPinyinSearch } = useSettings()
  const a = roles.find(({ id }) => id === first)
  const b = roles.find(({ id }) => id === second)
  const things = useMemo(() => {
    if (!a) return []
    const all = b ? together(a, b) : paletteOf(a.rights)
    const found = foundIn(all, typed, { language, pinyin: supportPinyinSearch })
    return b && only ? found.filter((thing) => differs(a, b, thing)) : found
  }, [a, b, typed, only, language, supportPinyinSearch])
  return { first, second, typed, only, a, b, things, setFirst, setSecond, setTyped, setOnly }
}

/** The palette as a role has it, or as two have it; nothing in it runs. */
function Palette({ roles }: { roles: readonly Role[] }) {
  const { text, say } = useText()
  const { first, second, typed, only, a, b, things, setFirst, setSecond, setTyped, setOnly } = useLooking(roles)
  return (
    <>
      <div className={styles.choosing}>
        <Choose label={text('lens.role')} roles={roles} chosen={first} onChoose={setFirst} />
        <Choose
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
      <Things things={things} roles={[a, b].filter((role) => role !== undefined)} />
    </>
  )
}

function Roles({ answered }: { answered: readonly RoleGrants[] }) {
  const { text } = useText()
  const roles = useMemo(() => answered.map(roleOf), [answered])
  return (
    <>
      <Panel title={text('lens.palette')}>
        <Palette roles={roles} />
      </Panel>
      <Panel title={text('lens.matrix')}>
        <Matrix roles={roles} />
      </Panel>
    </>
  )
}

/** The console as a role sees it: what is in its palette, what another role has beside it, and all roles in a matrix. */
export function LensPage() {
  const { text } = useText()
  const roles = useCall(lens.roles, {}, { quiet: true })
  return (
    <Page>
      <h1>{text('menu.lens')}</h1>
      <Answered query={roles}>{(answer) => <Roles answered={answer.roles} />}</Answered>
    </Page>
  )
}
