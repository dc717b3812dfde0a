import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/Field.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './Roles.module.css'
import { clearAll, parseQuota, type RoleDraft, tickAll } from './role-draft.ts'
import type { RoleDraftState } from './use-role-draft.ts'

interface Props {
  readonly state: RoleDraftState
  readonly editable: boolean
}

/** What is done to all rights of a role at once. */
function WholeRole({ state: { draft, change, all, linked, toggleLinked } }: Pick<Props, 'state'>) {
  const { text } = useText()
  return (
    <div className={styles.whole}>
      <Button onClick={() => change(tickAll(draft, all))}>
        {text('roles.tickAll')} <Kbd keys="*" />
      </Button>
      <Button onClick={() => change(clearAll(draft))}>
        {text('roles.clearAll')} <Kbd keys="-" />
      </Button>
      <label className={styles.linkage}>
        <input type="checkbox" checked={linked} onChange={toggleLinked} />
        {text('roles.linkage')} <Kbd keys="L" />
      </label>
    </div>
  )
}

interface QuotaProps {
  readonly field: 'revealsMax' | 'exportRowsMax'
  readonly draft: RoleDraft
  readonly editable: boolean
  set(part: Partial<RoleDraft>): void
}

/** A quota; nothing bounds nothing. */
function QuotaField({ field, draft, editable, set }: QuotaProps) {
  const { text } = useText()
  return (
    <TextField
      label={text(`roles.${field}`)}
      value={draft[field]}
      inputMode="numeric"
      placeholder={text('roles.noBound')}
      error={parseQuota(draft[field]) === undefined && text('command.notANumber')}
      readOnly={!editable}
      onChange={({ target }) => set({ [field]: target.value })}
    />
  )
}

/** What a role is called, whether it is in use, its quotas, and whether it takes two-factor. */
export function RoleFields({ state, editable }: Props) {
  const { text, word } = useText()
  const { draft, change } = state
  const set = (part: Partial<RoleDraft>) => change({ ...draft, ...part })
  return (
    <div className={styles.fields}>
      <TextField
        label={text('roles.name')}
        value={draft.name}
        maxLength={60}
        error={draft.name.trim() === '' && text('command.missing')}
        readOnly={!editable}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextField
        label={text('roles.mark')}
        value={draft.mark}
        maxLength={12}
        autoCapitalize="characters"
        error={draft.mark.trim() === '' && text('command.missing')}
        readOnly={!editable}
        onChange={({ target }) => set({ mark: target.value.toUpperCase() })}
      />
      <label className={styles.select}>
        {text('roles.state')}
        <select
          value={draft.state}
          disabled={!editable}
          onChange={({ target }) => set({ state: target.value as RoleDraft['state'] })} // one of the options below
        >
          {(['enabled', 'disabled'] as const).map((one) => (
            <option key={one} value={one}>
              {word('roles.state', one)}
            </option>
          ))}
        </select>
      </label>
      <QuotaField field="revealsMax" {...{ draft, set, editable }} />
      <QuotaField field="exportRowsMax" {...{ draft, set, editable }} />
      <label className={styles.linkage}>
        <input
          type="checkbox"
          checked={draft.twoFactor}
          disabled={!editable}
          onChange={({ target }) => set({ twoFactor: target.checked })}
        />
        {text('roles.twoFactor')}
      </label>
      {editable && <WholeRole state={state} />}
    </div>
  )
}
