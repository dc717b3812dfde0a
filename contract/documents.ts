import { z } from 'zod'
import { api, read } from './kernel/endpoint.ts'
import { ok, refused, type Verdict } from './kernel/fault.ts'
import { Id } from './kernel/values.ts'
import { closureOf, type LoanState } from './loans/flow.ts'

/** Papers leave the building: they are for whoever deals with customers, or may take data out. */
const paper = {
  may: ['orders.request', 'orders.export'] as const,
  input: z.object({ id: Id('loan') }),
  output: z.null(),
  faults: ['not_found'] as const,
}

/** Whether there are papers of an order: once its money was paid out. */
export const hasPapers = ({ state }: { readonly state: LoanState }): Verdict =>
  closureOf(state) ? ok : refused('not_paid_out')

/** Papers for the customers of orders, as PDF, in the language of letters in the country. Each is on the record. */
export const documents = api('documents', {
  /** What the order was charged, what became of it, and what is still owed, by the books of today. */
  statement: { ...read('GET /loans/{id}/statement', paper), file: true as const },

  /** The terms that the order was lent on, with its costs. */
  contract: { ...read('GET /loans/{id}/contract', paper), file: true as const },
})
