import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CardChange } from '#contract/card-changes.ts'
import type { Actor } from '#server/kernel/permit.ts'
import type { Source } from '#server/kernel/source.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { heldByAgencyOf, heldByGroupOf } from '#server/modules/cases/steps.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { staffRows } from '#server/modules/staff/store.ts'
import { belowUnitOf } from '#server/modules/units/steps.ts'
import { cardChangeRows } from './store.ts'

const maker = alias(staffRows, 'maker')
const checker = alias(staffRows, 'checker')
const [oldCard, newCard] = [alias(cardRows, 'old_card'), alias(cardRows, 'new_card')]

/** Changes of cards, with the order and the customer they are about. */
export const cardChangeSource: Source<CardChange> = {
  table: cardChangeRows,
  from: sql`${cardChangeRows} join ${loanRows} on ${loanRows.id} = ${cardChangeRows.loanId}
    join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}
    join ${staffRows} maker on maker.id = ${cardChangeRows.makerId}
    left join ${staffRows} checker on checker.id = ${cardChangeRows.checkerId}
    left join ${cardRows} old_card on old_card.id = ${cardChangeRows.oldCardId}
    join ${cardRows} new_card on new_card.id = ${cardChangeRows.newCardId}`,
  at: () => ({
    id: cardChangeRows.id,
    version: cardChangeRows.version,
    state: cardChangeRows.state,
    loanId: cardChangeRows.loanId,
    name: customerRows.name,
    phone: customerRows.phone,
    oldBank: oldCard.bank,
    oldAccount: { tail: oldCard.accountTail, blindIndex: oldCard.accountIndex },
    newBank: newCard.bank,
    newAccount: { tail: newCard.accountTail, blindIndex: newCard.accountIndex },
    similarity: cardChangeRows.similarityPpm,
    reason: cardChangeRows.reason,
    maker: { id: cardChangeRows.makerId, name: maker.name },
    requestedAt: cardChangeRows.requestedAt,
    checker: { id: cardChangeRows.checkerId, name: checker.name },
    auditedAt: cardChangeRows.auditedAt,
    note: cardChangeRows.note,
    loanState: loanRows.state,
  }),
  scope: {
    department: (actor: Actor) => belowUnitOf(actor, cardChangeRows.makerUnitPath),
    agency: (actor: Actor) => heldByAgencyOf(actor, cardChangeRows.loanId),
    group: (actor: Actor) => heldByGroupOf(actor, cardChangeRows.loanId),
    own: ({ id }: Actor) => sql`${cardChangeRows.makerId} = ${id}`,
  },
}
