import { Link } from 'wouter'
import { recordPath } from '#contract/kernel/subject.ts'
import { loans } from '#contract/loans/calls.ts'
import { type Loan, loan } from '#contract/loans/row.ts'
import { may } from '#src/session/base/session.ts'

interface Props {
  readonly id: Loan['id']
  /** Stands there for whoever may not see the order: nothing, or its id as text. */
  readonly otherwise?: 'nothing' | 'id'
}

/** Leads to the page of an order, for whoever may see it. */
export function LoanLink({ id, otherwise = 'nothing' }: Props) {
  if (may(loans.detail.requires)) return <Link href={recordPath(loan, id)}>{id}</Link>
  return otherwise === 'id' && <span>{id}</span>
}
