import { useEffect } from 'react'
import { loans } from '#contract/loans/calls.ts'
import type { Application } from '#contract/loans/row.ts'
import { stale } from '#src/call/queries.ts'
import type { AnyRow } from '#src/command/define.ts'
import { begin } from '#src/command/executor.ts'
import { belongs, offerOf, possible } from '#src/command/offer.ts'
import { allowed } from '#src/command/registry.ts'
import { enter, type Meant, useMeant } from '#src/command/scene.ts'
import { useText } from '#src/locale/text.ts'
import { may, useSession } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './Record.module.css'

/** Lists that hold orders; the first one that somebody sees names the order to the server. */
const listings = [loans.applications, loans.orders, loans.failedPayouts]

/** The order of a page, as what commands act on. */
function meantBy(loan: Application): Meant | null {
  const listing = listings.find((one) => may(one.may))?.id
  if (!listing) return null
  const known = [loan as unknown as AnyRow] // a row like any other, whose fields commands read by name
  const selection = { listing, ids: [loan.id] }
  return { noun: 'loans', listing, count: 1, known, marked: false, selection, query: null }
}

/** Brings an order to the front, so that palette, keys and buttons act on it. */
function useInFront(loan: Application): void {
  useEffect(() => {
    const meant = meantBy(loan)
    if (!meant) return
    const { noun, listing } = meant
    return enter('applications', {
      ...{ noun, listing, meant: () => meant, clear: () => {} },
      refetch: () => stale(['loans']),
    })
  }, [loan])
}

/** What can be done to the order that is shown, as buttons. */
export function LoanActs({ loan }: { loan: Application }) {
  const { say, text } = useText()
  useSession()
  useInFront(loan)
  const meant = useMeant()
  const offers = allowed()
    .filter((command) => command.call && command.rows && belongs(command, 'loans'))
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
