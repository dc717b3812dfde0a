/** Causes for which the server opens a ticket by itself, and what the words of each name. */
export const placeholders = {
  /** Money came in that nobody owed. */
  overpaid: ['payment', 'amount', 'order'],
  couponRevoked: ['payment', 'coupon', 'order'],
  /** A pay-out that had been given up has left after all. */
  paidAfterAll: ['payout', 'amount', 'utr'],
  deniesDebt: ['call'],
  needsHelp: ['call'],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** Why the server opens a ticket. */
export type TicketCause = keyof typeof placeholders

/** The same, as the database has them. */
export const ticketCauses = Object.keys(placeholders) as [TicketCause, ...TicketCause[]] // of the table above

/** A cause with what it names: amounts are written out, ids stand as they are. */
export type CausedBy = {
  readonly [Cause in TicketCause]: {
    readonly cause: Cause
    readonly named: { readonly [Name in (typeof placeholders)[Cause][number]]: string }
  }
}[TicketCause]
