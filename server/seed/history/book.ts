import type { LocalDate } from '#contract/kernel/values.ts'
import type { Database } from '#server/kernel/database.ts'
import { idOf, idPrefixes, type Numbered } from '#server/kernel/ids.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows, loanStateRows } from '#server/modules/loans/store.ts'
import { allocationRows, paymentRows } from '#server/modules/payments/store.ts'
import { payoutRows } from '#server/modules/payouts/store.ts'
import { lossRows, penaltyRows, planRows } from '#server/modules/plans/store.ts'
import { reductionRows } from '#server/modules/reductions/store.ts'
import { ticketMoveRows, ticketRows } from '#server/modules/tickets/store.ts'
import { Sheet } from './sheet.ts'

const once = ['version', 'changedBy'] as const

/** Every table of the book. What a life leaves is written here, and loaded when there is enough of it. */
const newSheets = () => ({
  customers: new Sheet(customerRows, [...once, 'externalId']),
  cards: new Sheet(cardRows, once),
  loans: new Sheet(loanRows, ['changedBy', 'externalId']),
  loanStates: new Sheet(loanStateRows, ['id']),
  payouts: new Sheet(payoutRows, once),
  plans: new Sheet(planRows, [...once, 'owedMinor']),
  penalties: new Sheet(penaltyRows),
  losses: new Sheet(lossRows),
  payments: new Sheet(paymentRows, [
    ...once,
    ...(['paymentNo', 'linkId', 'bankCode', 'unappliedMinor', 'costMinor', 'failure'] as const),
  ]),
  allocations: new Sheet(allocationRows),
  reductions: new Sheet(reductionRows, once),
  cases: new Sheet(caseRows, once),
  tickets: new Sheet(ticketRows, once),
  ticketMoves: new Sheet(ticketMoveRows, ['id']),
})

/** What `sheet` takes as one row. */
export type RowOf<Name extends keyof Book['sheets']> = Parameters<Book['sheets'][Name]['add']>[0]

/** The rows of a book and the numbers given to them. Holds no more rows than were added since they were last taken. */
export class Book {
  readonly sheets = newSheets()
  readonly #given = new Map<Numbered, number>()
  #transfers = 0

  /** The number of the next row of `noun`, 1 for the first. */
  number(noun: Numbered): number {
    const next = (this.#given.get(noun) ?? 0) + 1
    this.#given.set(noun, next)
    return next
  }

  /** The id of a new row that came to be on `day`. */
  id<Noun extends Numbered>(noun: Noun, day: LocalDate) {
    return idOf(noun, day, this.number(noun))
  }

  /** The reference of a new transfer between banks: twelve digits, the day it was made and a number of its own. */
  utr(day: LocalDate): string {
    this.#transfers += 1
    return `${day.slice(3).replaceAll('-', '')}${String(this.#transfers).padStart(7, '0')}`
  }

  /** The last number that was given, for every noun. */
  get given(): readonly (readonly [Numbered, number])[] {
    const nouns = Object.keys(idPrefixes) as Numbered[] // the keys of a record of them
    return nouns.map((noun) => [noun, this.#given.get(noun) ?? 0])
  }

  /** The names of the tables that make up a book. */
  get tables(): readonly string[] {
    return Object.values(this.sheets).map(({ table }) => table)
  }

  /** Takes all rows out; answers how to load them. */
  take(): (database: Database) => Promise<void> {
    const loads = Object.values(this.sheets).map((sheet) => sheet.take())
    return async (database) => {
      // all at once, and to the end of all: whoever starts anew after a failure must not meet what was still on its way
      const ended = await Promise.allSettled(loads.map((load) => load(database)))
      for (const each of ended) if (each.status === 'rejected') throw each.reason
    }
  }
}
