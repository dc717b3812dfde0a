import { useEffect } from 'react'
import type { PageId } from '#contract/menu.ts'
import type { MessageId } from '#locales/index.ts'
import { invalidate } from '#src/call/query-client.ts'
import { type ActionTarget, activatePage, useActionTarget } from '#src/command/active-list.ts'
import type { AnyRow } from '#src/command/command.ts'
import { allowedCommands } from '#src/command/registry.ts'
import { appliesTo, availabilityOf, isAvailable } from '#src/command/run/availability.ts'
import { startCommand } from '#src/command/run/executor.ts'
import { useText } from '#src/locale/text.ts'
import { useSession } from '#src/session/base/session.ts'
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
function useActiveRecord({ noun, listing, page, row }: Props): void {
  useEffect(() => {
    if (!listing) return
    const known = [row as AnyRow] // a row like any other, whose fields commands read by name
    const selection = { listing, ids: [row.id] }
    const target: ActionTarget = { noun, listing, count: 1, loadedRows: known, marked: false, selection, query: null }
    return activatePage(page, {
      noun,
      listing,
      target: () => target,
      clear: () => {},
      refetch: () => invalidate([noun]),
    })
  }, [noun, listing, page, row])
}

/** What can be done to the row that a page is about, as buttons. */
export function RecordActions({ also = [], ...props }: Props) {
  const { say, text } = useText()
  useSession()
  useActiveRecord(props)
  const target = useActionTarget()
  const offers = allowedCommands()
    .filter((command) => (command.call || also.includes(command.id)) && command.rows && appliesTo(command, props.noun))
    .map((command) => availabilityOf(command, target))
    .filter((offer) => isAvailable(offer, target))
  if (offers.length === 0) return null
  return (
    <div className={styles.acts} role="toolbar" aria-label={text('loans.section.acts')}>
      {offers.map(({ command }) => (
        <Button key={command.id} onClick={() => void startCommand(command)}>
          {say(command.id)}
        </Button>
      ))}
    </div>
  )
}
