import { useMemo } from 'react'
import type { IdOf } from '#contract/kernel/values.ts'
import { lens } from '#contract/lens.ts'
import { type Role, roles } from '#contract/roles.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { may } from '#src/session/base/session.ts'
import { useActiveRecord } from '../records/use-active-record.ts'
import { useEditorKey } from '../records/use-editor-key.ts'
import { useRecordId } from '../records/use-record-id.ts'
import { RoleEditor } from './RoleEditor.tsx'
import { blankDraft, draftOf } from './role-draft.ts'

/** What every role editor stands on: the whole menu, and what other roles grant. */
function useRights() {
  const menu = useCall(roles.menu, {})
  const others = useCall(lens.roles, {}, { enabled: may(lens.roles.requires) })
  return { menu, others }
}

/** What palette and help offer on its page is done to the role. */
function ActiveRole({ row }: { row: Role }) {
  useActiveRecord({ noun: 'roles', listing: roles.list.id, page: 'roles', row })
  return null
}

function KnownRole({ id }: { id: IdOf<'role'> }) {
  const { keyOf, keep } = useEditorKey()
  const { menu, others } = useRights()
  const detail = useCall(roles.detail, { id })
  return (
    <QueryResult query={detail}>
      {({ role, grants, people }) => (
        <QueryResult query={menu}>
          {(rights) => (
            <>
              <ActiveRole row={role} />
              <RoleEditor
                key={keyOf(role.version)}
                edited={role}
                saved={draftOf(role, grants)}
                people={people}
                rights={rights}
                roles={others.data?.roles ?? []}
                onSaved={(version) => keep(role.version, version)}
              />
            </>
          )}
        </QueryResult>
      )}
    </QueryResult>
  )
}

/** A role: what it grants, page by page, and who gains and who loses by a change of it. */
export function RolePage() {
  const id = useRecordId()
  // whether it is a role's, the server knows
  return id ? <KnownRole key={id} id={id as IdOf<'role'>} /> : <AddRole />
}

/** Another role, which nobody has yet. */
export function AddRole() {
  const { menu, others } = useRights()
  const saved = useMemo(() => blankDraft, [])
  return (
    <QueryResult query={menu}>
      {(rights) => (
        <RoleEditor edited={null} saved={saved} people={[]} rights={rights} roles={others.data?.roles ?? []} />
      )}
    </QueryResult>
  )
}
