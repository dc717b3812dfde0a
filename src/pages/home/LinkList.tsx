import { Pin, PinOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { Link } from 'wouter'
import { showError } from '#src/call/show-error.ts'
import { commandHistory, setPinned } from '#src/command/run/history.ts'
import { useText } from '#src/locale/text.ts'
import { hrefOf } from '#src/session/tabs.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import styles from './LinkList.module.css'

/** One line: what it is, where it leads or what it does, and what stands at its end. */
export interface LinkListItem {
  readonly key: string
  readonly title: string
  readonly detail?: string
  readonly href?: string | undefined
  readonly run?: (() => void) | undefined
  /** Stands at the far end. */
  readonly end?: ReactNode
  /** What of it can be pinned: the id of a command or a page. */
  readonly pins?: string
}

function PinButton({ id, title }: { id: string; title: string }) {
  const { text } = useText()
  const pinned = useSnapshot(commandHistory).pinned.includes(id)
  const Sign = pinned ? PinOff : Pin
  return (
    <IconButton
      label={text(pinned ? 'overview.unpin' : 'overview.pin', { title })}
      className={styles.pin}
      onClick={() => void setPinned(id, !pinned).catch(showError)}
    >
      <Sign size={13} aria-hidden="true" />
    </IconButton>
  )
}

function Name({ title, href, run }: Pick<LinkListItem, 'title' | 'href' | 'run'>) {
  if (href) return <Link href={hrefOf(href)}>{title}</Link>
  if (!run) return <span>{title}</span>
  return (
    <button type="button" onClick={run}>
      {title}
    </button>
  )
}

interface Props {
  readonly title: string
  readonly lines: readonly LinkListItem[]
  /** What is said while there is none; without, nothing is there then. */
  readonly none?: string
}

/** A few lines under a heading. */
export function LinkList({ title, lines, none }: Props) {
  if (lines.length === 0 && !none) return null
  return (
    <section className={styles.lines} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {lines.length === 0 && <li className={styles.none}>{none}</li>}
        {lines.map(({ key, detail, end, pins, ...name }) => (
          <li key={key}>
            <Name {...name} />
            <span className={styles.detail} title={detail}>
              {detail}
            </span>
            {pins && <PinButton id={pins} title={name.title} />}
            <span className={styles.end}>{end}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
