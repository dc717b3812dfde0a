import { loans } from '#contract/loans/calls.ts'
import type { Application } from '#contract/loans/row.ts'
import { may } from '#src/session/base/session.ts'
import { RecordActions } from './RecordActions.tsx'

/** Lists that hold orders; the first one that somebody sees names the order to the server. */
const listings = [loans.applications, loans.orders, loans.failedPayouts]

/** Papers for the customer. */
const papers = ['documents.statement', 'documents.contract'] as const

/** What can be done to the order that is shown, as buttons. */
export function LoanActions({ loan }: { loan: Application }) {
  const listing = listings.find((one) => may(one.requires))?.id ?? null
  return <RecordActions noun="loans" listing={listing} page="applications" row={loan} also={papers} />
}
