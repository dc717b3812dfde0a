import { useState } from 'react'
import type { RefusedGroup } from '#contract/batches.ts'
import type { Draft } from '#src/command/arguments/draft.ts'
import { commandOf } from '#src/command/registry.ts'
import { targetOfIds } from '#src/command/run/create-draft.ts'
import { startCommand } from '#src/command/run/executor.ts'
import { useText } from '#src/locale/text.ts'
import styles from './ReviewStep.module.css'

/** Rows refused by one fault: what the reasons have in common, and each of them. */
interface RefusalGroup {
  readonly fault: string
  readonly title: string
  readonly count: number
  /** The reasons, which differ in their values, with the first rows of each. */
  readonly reasons: readonly RefusedGroup[]
}

/** What all of `texts` begin with, up to where a word or a sign ends. */
function commonPrefix(texts: readonly string[]): string {
  const [first = '', ...others] = texts
  let length = first.length
  for (const other of others) {
    let at = 0
    while (at < length && first[at] === other[at]) at += 1
    length = at
  }
  if (others.length === 0) return first
  return first
    .slice(0, length)
    .replace(/[\p{N}.,]*$/u, '')
    .replace(/[\s:：,，、·(（]+$/u, '')
}

/** Refusals by their fault, the most frequent first: a reason that names a value stands once, not once per value. */
function groupRefusals(groups: readonly RefusedGroup[]): RefusalGroup[] {
  const faults = [...new Set(groups.map(({ fault }) => fault))]
  return faults
    .map((fault) => ({ fault, reasons: groups.filter((group) => group.fault === fault) }))
    .map(({ fault, reasons }) => ({
      fault,
      title: commonPrefix(reasons.map(({ msg }) => msg)) || `${reasons[0]!.msg} …`,
      count: reasons.reduce((sum, { count }) => sum + count, 0),
      reasons,
    }))
    .sort((a, b) => b.count - a.count)
}

interface Props {
  readonly draft: Draft
  readonly groups: readonly RefusedGroup[]
}

const idsOf = ({ reasons }: RefusalGroup): string[] => reasons.flatMap(({ ids }) => [...ids])

/** The name a row goes by, where the row is known here. */
const nameOf = ({ target }: Draft, id: string): string => {
  const name = target?.loadedRows.find((row) => row.id === id)?.name
  return typeof name === 'string' ? name : ''
}

/** What may be done instead to the rows that were refused, where all of them are named. */
function Alternative({ draft, group }: { draft: Draft; group: RefusalGroup }) {
  const { say } = useText()
  const id = draft.command.instead?.[group.fault]
  const command = id && commandOf(id)
  const ids = idsOf(group)
  if (!command || ids.length !== group.count || (command.rows?.on === 'one' && ids.length > 1)) return null
  return (
    <button
      type="button"
      className={styles.instead}
      onClick={() => void startCommand(command, { target: targetOfIds(draft, ids) })}
    >
      {say(command.id)}…
    </button>
  )
}

/** The rows that were refused by one fault, each reason with its own. */
function Rows({ draft, group }: { draft: Draft; group: RefusalGroup }) {
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

function Group({ draft, group }: { draft: Draft; group: RefusalGroup }) {
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
        {draft.command.instead?.[group.fault] ? <Alternative draft={draft} group={group} /> : null}
        {!open && ids.slice(0, 3).join(' ')}
      </dd>
      {open && <Rows draft={draft} group={group} />}
    </div>
  )
}

/** Rows that were, or would be, refused: by reason, each of which opens to its rows. */
export const Refusals = ({ draft, groups }: Props) =>
  groupRefusals(groups).map((group) => <Group key={group.fault} draft={draft} group={group} />)
