import { extension, extensions } from '#contract/extensions.ts'
import { ok, refused } from '#contract/kernel/fault.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { loan } from '#contract/loans/row.ts'
import { command, local } from '#src/command/define.ts'

/** Quote an extension (rollover): what it costs today to put the due date off. */
export const quote = command(extensions.quote, {
  on: 'each',
  search: { words: { zh: ['展期', '延期'], en: ['extend', 'put off', 'roll over'] }, codes: ['eq'] },
})

/** The same from the instalment that is to be put off. */
export const quotePlan = command(extensions.quotePlan, {
  on: 'each',
  search: { words: { zh: ['展期', '延期'], en: ['extend', 'put off', 'roll over'] } },
})

/** The same once an offer's day is over. */
export const quoteAgain = command(extensions.quoteAgain, {
  on: 'each',
  search: { words: { zh: ['展期', '延期'], en: ['extend', 'new quote'] } },
})

/** Send the customer a link for exactly the price. */
export const sendLink = command(extensions.sendLink, { on: 'each', confirm: true })

/** Take an offer back. */
export const cancel = command(extensions.cancel, { on: 'each', confirm: true, destructive: true })

/** The order that is extended. */
export const openLoan = local('extensions.openLoan', {
  subject: extension,
  run: ({ loanId }, { go }) => go(recordPath(loan, loanId)),
})

/** The order in which the debt lives on. */
export const openChild = local('extensions.openChild', {
  subject: extension,
  when: ({ childId }) => (childId ? ok : refused('not_found')),
  run: ({ childId }, { go }) => (childId ? go(recordPath(loan, childId)) : undefined),
})
