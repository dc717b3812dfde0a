import { z } from 'zod'
import { api, read, write } from './kernel/endpoint.ts'
import { Choice, Id, Instant, LocalDate, Money } from './kernel/values.ts'

/** Reconciliation result: what a line of a bank statement was found to be. */
const Outcome = Choice('statements.outcome', ['proof', 'payment', 'known', 'differs', 'refused', 'unmatched'], {
  proof: 'good',
  payment: 'good',
  known: 'muted',
  differs: 'bad',
  refused: 'bad',
  unmatched: 'warn',
})
export type Outcome = z.output<typeof Outcome>

/**
 * A transfer as the bank has it, and what it belongs to. One that was refused belongs to nothing: it names the payment that it
 * could not be used for.
 */
export const StatementLine = z.object({
  id: Id('statementLine'),
  /** Where it stands in the file, 1 for the first line. */
  line: z.int(),
  outcome: Outcome,
  bookedOn: LocalDate,
  utr: z.string(),
  amount: Money,
  bank: z.string().nullable(),
  loanId: Id('loan').nullable(),
  proofId: Id('proof').nullable(),
  paymentId: Id('payment').nullable(),
  /** Why it could not be used, where it was refused. */
  note: z.string().nullable(),
})
export type StatementLine = z.output<typeof StatementLine>

/** A statement of a bank that was read, and what its lines came to. */
export const Statement = z.object({
  id: Id('statement'),
  file: z.string(),
  readBy: z.string(),
  readAt: Instant,
  lines: z.int(),
  /** How many lines each outcome has. */
  proof: z.int(),
  payment: z.int(),
  known: z.int(),
  differs: z.int(),
  refused: z.int(),
  unmatched: z.int(),
})
export type Statement = z.output<typeof Statement>

const requires = 'proofs.batch'

/** Bank statements, reconciled with proofs and payments. */
export const statements = api('statements', {
  /** The sheet that a bank's lines are put into. */
  template: {
    ...read('GET /statements/template', { requires, input: z.object({}), output: z.null() }),
    file: true as const,
  },

  /** Reads a filled sheet: every line is held against proofs and payments; none is where a cell is wrong. */
  upload: {
    ...write('POST /statements', {
      requires,
      input: z.object({}),
      output: Statement,
      faults: ['template_unknown', 'template_old', 'template_columns', 'template_empty', 'template_rows', 'busy'],
      touches: ['proofs', 'payments', 'loans', 'plans', 'cases'],
    }),
    files: ['file'],
  },

  /** The statements that were read last, newest first. */
  recent: read('GET /statements', {
    requires,
    input: z.object({}),
    output: z.object({ statements: z.array(Statement) }),
  }),

  /** A statement with what became of each of its lines. */
  detail: read('GET /statements/{id}', {
    requires,
    input: z.object({ id: Id('statement') }),
    output: z.object({ statement: Statement, lines: z.array(StatementLine) }),
    faults: ['not_found'],
  }),
})
