import { documents, hasPapers } from '#contract/documents.ts'
import { loan } from '#contract/loans/row.ts'
import { local } from '#src/command/define.ts'

/**
 * Statement of account (PDF), for the customer: what an order was charged, what became of it, and what is still owed.
 */
export const statement = local('documents.statement', {
  subject: loan,
  requires: documents.statement.requires,
  when: hasPapers,
  search: { words: { en: ['pdf', 'account statement'], zh: ['账单', '对账单'], ja: ['明細'] } },
  run: ({ id }, { save }) => save(documents.statement, { id }),
})

/** Loan agreement (PDF), for the customer: the terms an order was lent on. */
export const contract = local('documents.contract', {
  subject: loan,
  requires: documents.contract.requires,
  when: hasPapers,
  search: { words: { en: ['pdf', 'agreement', 'key facts'], zh: ['合同', '协议'], ja: ['契約書'] } },
  run: ({ id }, { save }) => save(documents.contract, { id }),
})
