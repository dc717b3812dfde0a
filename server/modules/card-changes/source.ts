import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { CardChange } from '#contract/card-changes.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { caseHolderScopes } from '#server/modules/case-holder/source.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { fourEyes } from '#server/modules/four-eyes/source.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { cardChangeRows } from './store.ts'

const held = caseHolderScopes(cardChangeRows)
const people = fourEyes(cardChangeRows)
const [oldCard, newCard] = [alias(cardRows, 'old_card'), alias(cardRows, 'new_card')]

/** List source: changes of cards, with the order and the customer they are about. */
export const cardChangeSource: Source<CardChange> = {
  table: cardChangeRows,
  from: sql`${cardChangeRows} join ${loanRows} on ${loanRows.id} = ${cardChangeRows.loanId}
    join ${customerRows} on ${customerRows.id} = ${loanRows.customerId}
    ${people.joined}
    left join ${cardRows} old_card on old_card.id = ${cardChangeRows.oldCardId}
    join ${cardRows} new_card on new_card.id = ${cardChangeRows.newCardId}`,
  columns: () => ({
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
    ...people.mappings,
    auditedAt: cardChangeRows.auditedAt,
    loanState: loanRows.state,
  }),
  scope: { ...people.scope, agency: held.agency, group: held.group },
}
