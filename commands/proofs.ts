import { collectionCase } from '#contract/cases.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { loanFlow } from '#contract/loans/flow.ts'
import { loan } from '#contract/loans/row.ts'
import { proof, proofs } from '#contract/proofs.ts'
import { command, local } from '#src/command/define.ts'

/** Hand in pictures of a transfer that a customer has made for this order. */
export const openEnter = local('proofs.openEnter', {
  subject: loan,
  requires: proofs.enter.requires,
  when: loanFlow.can('enterProof'),
  search: {
    words: {
      zh: ['上传凭证', '还款凭证'],
      en: ['upload proof', 'screenshot'],
      es: ['subir comprobante'],
      vi: ['tải chứng từ'],
      id: ['unggah bukti'],
      ja: ['証憑を登録'],
    },
  },
  run: ({ id }, { go }) => go(`/proof/add?id=${id}`),
})

const owed = loanFlow.can('enterProof')

/** The same for the order of a case. */
export const openEnterCase = local('proofs.openEnterCase', {
  subject: collectionCase,
  requires: proofs.enter.requires,
  when: ({ loanState }) => owed({ state: loanState }),
  search: { words: { zh: ['上传凭证'], en: ['upload proof', 'screenshot'], es: ['subir comprobante'] } },
  run: ({ loanId }, { go }) => go(`/proof/add?id=${loanId}`),
})

/** Look at the pictures of a proof. */
export const openDetail = local('proofs.openDetail', {
  subject: proof,
  run: ({ id }, { go }) => go(recordPath(proof, id)),
})

/** Say which transfer of the bank's statement a proof shows. */
export const match = command(proofs.match, {
  on: 'one',
  args: { utr: { first: ({ utr }) => utr } },
  keys: 'm',
})

/** Ask for a write-off of what proofs show. Somebody else approves it. */
export const convert = command(proofs.convert, {
  on: 'each',
  args: { type: { first: () => 'full' }, reason: { optional: true } },
  keys: 'A',
  confirm: true,
})

/** Say that proofs prove nothing, and why. */
export const reject = command(proofs.reject, { on: 'each', args: { reason: {} }, keys: 'X', confirm: true })

/** Hold a bank's statement against proofs and payments. */
export const openStatement = local('proofs.openStatement', {
  requires: 'proofs.batch',
  page: 'proofs',
  search: { words: { zh: ['银行流水', '对账单'], en: ['bank statement', 'import statement'] } },
  run: (_, { go }) => go('/statement'),
})

/** The order a proof is about. */
export const openLoan = local('proofs.openLoan', {
  subject: proof,
  run: ({ loanId }, { go }) => go(recordPath(loan, loanId)),
})
