import { useState } from 'react'
import type { RefusedGroup } from '#contract/batches.ts'
import { useText } from '#src/locale/text.ts'
import { meantBy } from './drafting.ts'
import { begin } from './executor.ts'
import type { Draft } from './palette.ts'
import styles from './Reviewing.module.css'
import { type RefusedBy, refusedBy } from './refused.ts'
import { commandOf } from './registry.ts'

interface Props {
  readonly draft: Draft
  readonly groups: readonly RefusedGroup[]
}

const idsOf = ({ reasons }: RefusedBy): string[] => reasons.flatMap(({ ids }) => [...ids])

/** The name a row goes by, where the row is known here. */
const nameOf = ({ meant }: Draft, id: string): string => {
  const name = meant?.known.find((row) => row.id === id)?.name
  return typeof name === 'string' ? name : ''
}

/** What may be done instead to the rows that were refused, where all of them are named. */
function Instead({ draft, group }: { draft: Draft; group: RefusedBy }) {
  const { say } = useText()
  const id = draft.command.instead?.[group.fault]
  const command = id && commandOf(id)
  const ids = idsOf(group)
  if (!command || ids.length !== group.count || (command.rows?.on === 'one' && ids.length > 1)) return null
  return (
    <button
      type="button"
      className={styles.instead}
      onClick={() => void begin(command, { meant: meantBy(draft, ids) })}
    >
      {say(command.id)}…
    </button>
  )
}

/** The rows that were refused by one fault, each reason with its own. */
function Rows({ draft, group }: { draft: Draft; group: RefusedBy }) {
  const { say } = useText()
  const left = group.count - idsOf(group).length
  return (
    <dd className={styles.rows}>
      {group.reasons.map(({ msg, ids }) => (
        <div key={msg}>
          {group.reasons.length > 1 && <p>{msg}</p>}
          <ul>
            {ids.map((id) => (
              <li key={id}>
                {id} <span>{nameOf(draft, id)}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {left > 0 && <p>{say('command.andMore', { count: left })}</p>}
    </dd>
  )
}

function Group({ draft, group }: { draft: Draft; group: RefusedBy }) {
  const [open, setOpen] = useState(false)
  const ids = idsOf(group)
  return (
    <div data-tone="warn">
      <dt>
        {ids.length > 0 ? (
          <button type="button" className={styles.expand} aria-expanded={open} onClick={() => setOpen(!open)}>
            {group.title}
          </button>
        ) : (
          group.title
        )}
      </dt>
      <dd>{group.count}</dd>
      <dd className={styles.sum}>
        {draft.command.instead?.[group.fault] ? <Instead draft={draft} group={group} /> : null}
        {!open && ids.slice(0, 3).join(' ')}
      </dd>
      {open && <Rows draft={draft} group={group} />}
    </div>
  )
}

/** Rows that were, or would be, refused: by reason, each of which opens to its rows. */
export const Refusals = ({ draft, groups }: Props) =>
  refusedBy(groups).map((group) => <Group key={group.fault} draft={draft} group={group} />)
