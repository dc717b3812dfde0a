import { useEffect } from 'react'
import type { PageId } from '#contract/menu.ts'
import type { MessageId } from '#locales/index.ts'
import { stale } from '#src/call/queries.ts'
import type { AnyRow } from '#src/command/define.ts'
import { begin } from '#src/command/executor.ts'
import { belongs, offerOf, possible } from '#src/command/offer.ts'
import { allowed } from '#src/command/registry.ts'
import { enter, type Meant, useMeant } from '#src/command/scene.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './Record.module.css'

interface Props {
  readonly noun: string
  /** The list that names the row to the server; none that the reader sees: nothing can be done. */
  readonly listing: string | null
  readonly page: PageId
  readonly row: { readonly id: string }
  /** What of the console's own acts stands among the buttons, beside what is done on the server. */
  readonly also?: readonly MessageId[]
}

/** Brings the row of a page to the front, so that palette, keys and buttons act on it. */
function useInFront({ noun, listing, page, row }: Props): void {
  useEffect(() => {
    if (!listing) return
    const known = [row as AnyRow] // a row like any other, whose fields commands read by name
    const selection = { listing, ids: [row.id] }
    const meant: Meant = { noun, listing, count: 1, known, marked: false, selection, query: null }
    return enter(page, { noun, listing, meant: () => meant, clear: () => {}, refetch: () => stale([noun]) })
  }, [noun, listing, page, row])
}

/** What can be done to the row that a page is about, as buttons. */
export function RowActs({ also = [], ...props }: Props) {
  const { say, text } = useText()
  useSession()
  useInFront(props)
  const meant = useMeant()
  const offers = allowed()
    .filter((command) => (command.call || also.includes(command.id)) && command.rows && belongs(command, props.noun))
    .map((command) => offerOf(command, meant))
    .filter((offer) => possible(offer, meant))
  if (offers.length === 0) return null
  return (
    <div className={styles.acts} role="toolbar" aria-label={text('loans.section.acts')}>
      {offers.map(({ command }) => (
        <Button key={command.id} onClick={() => void begin(command)}>
          {say(command.id)}
        </Button>
      ))}
    </div>
  )
}
