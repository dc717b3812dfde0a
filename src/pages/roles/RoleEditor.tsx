import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { recordPath } from '#contract/kernel/subject.ts'
import type { RoleGrants } from '#contract/lens.ts'
import { type Role, type RoleHolder, role as roleSubject, roles } from '#contract/roles.ts'
import { CallFiled } from '#src/call/second-person.ts'
import { submitCall } from '#src/command/run/submit-call.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { say, useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { clearStatusLine, type KeyHint, statusLine } from '#src/ui/feedback/status-line.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { EffectsPanel } from './EffectsPanel.tsx'
import { PermissionGrid } from './PermissionGrid.tsx'
import { RoleFields } from './RoleFields.tsx'
import styles from './Roles.module.css'
import { grantsIn, parseQuota, type RoleDraft } from './role-draft.ts'
import { type AllRights, type RoleDraftState, useRoleDraft } from './use-role-draft.ts'

interface Props {
  /** None: it is being added. */
  readonly edited: Role | null
  /** As it was saved. */
  readonly saved: RoleDraft
  readonly people: readonly RoleHolder[]
  readonly rights: AllRights
  readonly roles: readonly RoleGrants[]
  /** Hears the version that was saved. */
  onSaved?(version: number): void
}

/** Whether a draft can be saved at all; what else is wrong with it the server says. */
const isComplete = ({ name, mark, revealsMax, exportRowsMax }: RoleDraft): boolean =>
  name.trim() !== '' &&
  /^[A-Z][A-Z0-9_]{1,11}$/.test(mark.trim()) &&
  parseQuota(revealsMax) !== undefined &&
  parseQuota(exportRowsMax) !== undefined

/** Saves a draft; the page of a role that was added is its own from then on. */
async function save(role: Role | null, draft: RoleDraft): Promise<Role> {
  const { name, mark, state, revealsMax, exportRowsMax, twoFactor } = draft
  const written = await submitCall(roles.edit, {
    ...(role && { id: role.id, version: role.version }),
    ...{ name, mark, state, twoFactor, grants: grantsIn(draft) },
    revealsMax: parseQuota(revealsMax) ?? null,
    exportRowsMax: parseQuota(exportRowsMax) ?? null,
  })
  toast('good', say('roles.edit.done'))
  if (!role) navigate(recordPath(roleSubject, written.id), { replace: true })
  return written
}

const hints: readonly KeyHint[] = [
  { keys: 'x', label: 'roles.hint.tick' },
  { keys: 's', label: 'roles.hint.scope' },
  { keys: 'z', label: 'roles.hint.fold' },
  { keys: 'n', label: 'roles.hint.next' },
  { keys: 'u', label: 'roles.hint.undo' },
  { keys: 'mod+enter', label: 'roles.hint.save' },
]

/** Tells at the bottom which keys work in the editor. */
function useHints(editable: boolean): void {
  useEffect(() => {
    statusLine.hints = editable ? hints : []
    return clearStatusLine
  }, [editable])
}

/** What is being written, and how much of it is not saved. */
function Standing({ state: { changes } }: { state: RoleDraftState }) {
  const { say } = useText()
  return (
    <p className={styles.standing} role="status">
      {changes > 0 ? say('roles.unsaved', { count: changes }) : say('roles.asSaved')}
    </p>
  )
}

/** Role editor: a line a page, a column a button; at its side who gains and who loses by what is not saved yet. */
export function RoleEditor({ edited, saved, people, rights, roles: others, onSaved }: Props) {
  const state = useRoleDraft(saved, rights)
  const { draft, changes } = state
  const editable = may(edited ? 'roles.edit' : 'roles.add')
  const ready = editable && changes > 0 && isComplete(draft)
  const submit = () => {
    if (!ready) return
    save(edited, draft).then(
      ({ version }) => onSaved?.(version),
      // what was filed is not in force yet; of anything else it was said why
      (error: unknown) => error instanceof CallFiled && state.discard(),
    )
  }
  useHints(editable)
  useKeys('page', [{ id: 'roles.key.save', keys: 'mod+enter', run: submit }])
  return (
    <div className={styles.editor}>
      <header className={styles.top}>
        <div className={styles.heading}>
          <h1>{draft.name || draft.mark || '–'}</h1>
          <span className={styles.mark}>{draft.mark}</span>
          <Standing state={state} />
        </div>
        <RoleFields state={state} editable={editable} />
      </header>
      <PermissionGrid state={state} saved={saved} editable={editable} money={rights.money} />
      <EffectsPanel
        {...{ edited, saved, draft, people, roles: others, editable }}
        onDiscard={changes > 0 ? state.discard : null}
        onSave={ready ? submit : null}
      />
    </div>
  )
}
