import { documents, hasPapers } from '#contract/documents.ts'
import { loanSubject } from '#contract/loans/row.ts'
import { local } from '#src/command/define.ts'

/** What an order was charged, what became of it, and what is still owed: for its customer. */
export const statement = local('documents.statement', {
  subject: loanSubject,
  may: documents.statement.may,
  when: hasPapers,
  search: { words: { en: ['pdf', 'account statement'], zh: ['账单', '对账单'], ja: ['明細'] } },
  run: ({ id }, { save }) => save(documents.statement, { id }),
})

/** The terms an order was lent on: for its customer. */
export const contract = local('documents.contract', {
  subject: loanSubject,
  may: documents.contract.may,
  when: hasPapers,
  search: { words: { en: ['pdf', 'agreement', 'key facts'], zh: ['合同', '协议'], ja: ['契約書'] } },
  run: ({ id }, { save }) => save(documents.contract, { id }),
})
