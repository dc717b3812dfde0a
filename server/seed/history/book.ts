import type { LocalDate } from '#contract/kernel/values.ts'
import type { Database } from '#server/kernel/database.ts'
import { idOf, idPrefixes, type Numbered } from '#server/kernel/ids.ts'
import { cardChangeRows } from '#server/modules/card-changes/store.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { caseTransferRows } from '#server/modules/case-transfers/store.ts'
import { caseRows } from '#server/modules/cases/store.ts'
import { couponTemplateRows } from '#server/modules/coupon-templates/store.ts'
import { couponRows } from '#server/modules/coupons/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { extensionRows } from '#server/modules/extensions/store.ts'
import { decisionRows, loanRows, loanStateRows } from '#server/modules/loans/store.ts'
import { allocationRows, paymentLinkRows, paymentRows } from '#server/modules/payments/store.ts'
import { payoutRows } from '#server/modules/payouts/store.ts'
import { lossRows, penaltyRows, planRows } from '#server/modules/plans/store.ts'
import { proofImageRows, proofRows } from '#server/modules/proofs/store.ts'
import { reductionRows } from '#server/modules/reductions/store.ts'
import { statementLineRows, statementRows } from '#server/modules/statements/store.ts'
import { verificationRows } from '#server/modules/tele-verifications/store.ts'
import { ticketMoveRows, ticketRows } from '#server/modules/tickets/store.ts'
import { writeOffRows } from '#server/modules/write-offs/store.ts'
import { Sheet } from './sheet.ts'
import type { Share } from './world.ts'

const once = ['version', 'changedBy'] as const
/** Fewer bytes wait for more: a load of its own for every few rows takes longer than the rows. */
const loadBytes = 65_536

/** Every table of the book. What a life leaves is written here, and loaded when there is enough of it. */
const newSheets = () => ({
  customers: new Sheet(customerRows, [...once, 'externalId']),
  cards: new Sheet(cardRows, once),
  loans: new Sheet(loanRows, ['changedBy', 'externalId']),
  loanStates: new Sheet(loanStateRows, ['id']),
  decisions: new Sheet(decisionRows, ['id']),
  cardChanges: new Sheet(cardChangeRows, once),
  verifications: new Sheet(verificationRows),
  payouts: new Sheet(payoutRows, once),
  plans: new Sheet(planRows, [...once, 'owedMinor']),
  penalties: new Sheet(penaltyRows),
  losses: new Sheet(lossRows),
  payments: new Sheet(paymentRows, [...once, ...(['paymentNo', 'unappliedMinor', 'costMinor', 'failure'] as const)]),
  allocations: new Sheet(allocationRows),
  paymentLinks: new Sheet(paymentLinkRows, ['url']),
  reductions: new Sheet(reductionRows, once),
  extensions: new Sheet(extensionRows, once),
  writeOffs: new Sheet(writeOffRows, once),
  proofs: new Sheet(proofRows, once),
  proofImages: new Sheet(proofImageRows),
  statements: new Sheet(statementRows),
  statementLines: new Sheet(statementLineRows),
  couponTemplates: new Sheet(couponTemplateRows, once),
  coupons: new Sheet(couponRows, once),
  cases: new Sheet(caseRows, once),
  caseTransfers: new Sheet(caseTransferRows, once),
  tickets: new Sheet(ticketRows, once),
  ticketMoves: new Sheet(ticketMoveRows, ['id']),
})

/** What `sheet` takes as one row. */
export type RowOf<Name extends keyof Book['sheets']> = Parameters<Book['sheets'][Name]['add']>[0]

/** The rows of a book and the numbers given to them. Holds little more than was added since they were last taken. */
export class Book {
  readonly sheets = newSheets()
  readonly #share: Share
  readonly #given = new Map<Numbered, number>()
  #transfers: number

  constructor(share: Share) {
    this.#share = share
    this.#transfers = share.index
  }

  /** The id of a new row that came to be on `day`. The numbers of no two shares meet. */
  id<Noun extends Numbered>(noun: Noun, day: LocalDate) {
    return idOf(noun, day, this.#next(noun, this.#share))
  }

  /** The id of a new row that every share has: each of them counts alike, and the first writes it down. */
  commonId<Noun extends Numbered>(noun: Noun, day: LocalDate) {
    return idOf(noun, day, this.#next(noun, { index: 0, of: 1 }))
  }

  #next(noun: Numbered, { index, of }: Share): number {
    const next = (this.#given.get(noun) ?? index + 1 - of) + of
    this.#given.set(noun, next)
    return next
  }

  /** The reference of a new transfer between banks: twelve digits, the day it was made and a number of its own. */
  utr(day: LocalDate): string {
    this.#transfers += this.#share.of
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

  /** Takes the rows out of every sheet that is worth a load, at the end out of all; answers how to load them. */
  take({ last }: { last: boolean }): (database: Database) => Promise<void> {
    const loads = Object.values(this.sheets)
      .filter((sheet) => sheet.bytes >= (last ? 1 : loadBytes))
      .map((sheet) => sheet.take())
    return async (database) => {
      // all at once, and to the end of all: whoever starts anew after a failure must not meet what was still on its way
      const ended = await Promise.allSettled(loads.map((load) => load(database)))
      for (const each of ended) if (each.status === 'rejected') throw each.reason
    }
  }
}
