import { z } from 'zod'
import { api, read } from './kernel/endpoint.ts'
import { ok, refused, type Verdict } from './kernel/fault.ts'
import { Id } from './kernel/values.ts'
import { closureOf, type LoanState } from './loans/flow.ts'

/** Customer documents (PDF) contain data that leaves: they are for whoever deals with customers, or may export. */
const paper = {
  requires: ['orders.request', 'orders.export'] as const,
  input: z.object({ id: Id('loan') }),
  output: z.null(),
  faults: ['not_found'] as const,
}

/** Whether there are documents of an order: once its money was paid out. */
export const hasPapers = ({ state }: { readonly state: LoanState }): Verdict =>
  closureOf(state) ? ok : refused('not_paid_out')

/**
 * Documents for the customers of orders, as PDF, in the language of letters in the country. Each is in the audit log.
 */
export const documents = api('documents', {
  /** What the order was charged, what became of it, and what is still owed, by the books of today. */
  statement: { ...read('GET /loans/{id}/statement', paper), file: true as const },

  /** The terms that the order was lent on, with its costs. */
  contract: { ...read('GET /loans/{id}/contract', paper), file: true as const },
})
