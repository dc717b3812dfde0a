/**
 * Kinds of journal entries: what happened to what customers owe, and what gateways keep or take back. Each comes from one kind of
 * document.
 */
export const journalKinds = [
  ...(['disbursement', 'carryOver', 'extension', 'penalty', 'penaltyCorrection', 'earlySettlement'] as const),
  ...(['repayment', 'reversal', 'reduction', 'reductionLapse', 'discount', 'writeOff'] as const),
  ...(['collectionFee', 'payoutFee', 'collectionRefund', 'payoutReturn', 'refundMatched'] as const),
  ...(['collectionAdjustment', 'payoutAdjustment', 'adjustmentCharged', 'adjustmentLost'] as const),
] as const
export type JournalKind = (typeof journalKinds)[number]

/** Documents that entries are posted from. */
export const journalDocuments = [
  'loan',
  'plan',
  'payment',
  'reduction',
  'coupon',
  'writeOff',
  'settlementItem',
] as const

/** Document type of each kind of entry. */
export const documentOf = {
  disbursement: 'loan',
  carryOver: 'loan',
  extension: 'loan',
  penalty: 'plan',
  penaltyCorrection: 'payment',
  earlySettlement: 'payment',
  repayment: 'payment',
  reversal: 'payment',
  reduction: 'reduction',
  reductionLapse: 'reduction',
  discount: 'coupon',
  writeOff: 'writeOff',
  collectionFee: 'settlementItem',
  payoutFee: 'settlementItem',
  collectionRefund: 'settlementItem',
  payoutReturn: 'settlementItem',
  refundMatched: 'settlementItem',
  collectionAdjustment: 'settlementItem',
  payoutAdjustment: 'settlementItem',
  adjustmentCharged: 'settlementItem',
  adjustmentLost: 'settlementItem',
} as const satisfies Record<JournalKind, (typeof journalDocuments)[number]>

/** Chart of accounts: code of every account that the journal posts to, in the order of the file. */
export const chartOfAccounts = {
  payoutBank: '1010',
  collectionBank: '1020',
  principal: '1110',
  interest: '1120',
  fee: '1130',
  penalty: '1140',
  /** GST that others have charged, which is set off against what is payable. */
  inputGst: '1150',
  /** A debt that an extension moves from one order to another: nothing stays on it. */
  extensionClearing: '1190',
  /** What gateways have taken back or adjusted, or pay-outs that came back, until our book says of it what they do. */
  refundClearing: '1195',
  /** What no rule explains: nothing may stand on it when a day is closed. */
  suspense: '1990',
  /** Overpayments, which wait to be given back. */
  customerCredit: '2010',
  gst: '2020',
  interestIncome: '4010',
  feeIncome: '4020',
  penaltyIncome: '4030',
  extensionIncome: '4040',
  concessions: '5010',
  losses: '5020',
  gatewayCharges: '5030',
  /** What gateways took, and nobody got back. */
  gatewayLosses: '5040',
} as const
export type Account = keyof typeof chartOfAccounts

/** What an entry moves, in minor units. What customers owe grows by what is above zero. */
export interface JournalAmounts {
  readonly principal: number
  readonly interest: number
  readonly fee: number
  readonly penalty: number
  /** Money that came in; less than zero: that left. */
  readonly cash: number
  readonly gst: number
  readonly extensionFee: number
  readonly overpaid: number
  /** What leaves the clearing account, once somebody has said what it was; less than zero where it was given to us. */
  readonly cleared: number
}

interface ContraAccounts {
  readonly interest?: Account
  readonly fee?: Account
  readonly rest: Account
  /** The bank that money comes to or leaves from; that of collections without. */
  readonly bank?: Account
  /** Where GST stands; with what is payable without. */
  readonly gst?: Account
}

/** Contra accounts of each kind: where the other half of what is owed goes. Interest and fees may have their own. */
const contra: Readonly<Record<JournalKind, ContraAccounts>> = {
  disbursement: { interest: 'interestIncome', rest: 'feeIncome', bank: 'payoutBank' },
  carryOver: { interest: 'interestIncome', rest: 'extensionClearing' },
  extension: { rest: 'extensionClearing' },
  penalty: { rest: 'penaltyIncome' },
  penaltyCorrection: { rest: 'penaltyIncome' },
  earlySettlement: { interest: 'interestIncome', fee: 'feeIncome', rest: 'concessions' },
  repayment: { rest: 'suspense' },
  reversal: { rest: 'suspense' },
  reduction: { rest: 'concessions' },
  reductionLapse: { rest: 'concessions' },
  discount: { rest: 'concessions' },
  writeOff: { rest: 'losses' },
  collectionFee: { rest: 'gatewayCharges', gst: 'inputGst' },
  payoutFee: { rest: 'gatewayCharges', gst: 'inputGst', bank: 'payoutBank' },
  collectionRefund: { rest: 'refundClearing' },
  payoutReturn: { rest: 'refundClearing', bank: 'payoutBank' },
  refundMatched: { rest: 'refundClearing' },
  collectionAdjustment: { rest: 'refundClearing' },
  payoutAdjustment: { rest: 'refundClearing', bank: 'payoutBank' },
  adjustmentCharged: { rest: 'gatewayCharges' },
  adjustmentLost: { rest: 'gatewayLosses' },
}

/** Line of a journal: one side of an entry on one account, in minor units. */
export interface JournalLine {
  readonly account: Account
  readonly debit: number
  readonly credit: number
}

type Movement = readonly [account: Account, minor: number]

const total = (movements: readonly Movement[]): number => movements.reduce((sum, [, minor]) => sum + minor, 0)

/** A movement as a line: what is above zero stands on the debit side. */
const lineOf = ([account, minor]: Movement): JournalLine => ({
  account,
  debit: Math.max(0, minor),
  credit: Math.max(0, -minor),
})

/** Double entry: the lines of an entry, debits before credits. Together they come to nothing. */
export function journalLines(kind: JournalKind, amounts: JournalAmounts): readonly JournalLine[] {
  const { principal, interest, fee, penalty, cash, gst, extensionFee, overpaid, cleared } = amounts
  const { interest: ofInterest, fee: ofFee, rest, bank = 'collectionBank', gst: ofGst = 'gst' } = contra[kind]
  const owned: readonly Movement[] = [
    [bank, cash],
    ['principal', principal],
    ['interest', interest],
    ['fee', fee],
    ['penalty', penalty],
  ]
  const known: readonly Movement[] = [
    [ofGst, -gst],
    ['extensionIncome', -extensionFee],
    ['customerCredit', -overpaid],
    ['refundClearing', -cleared],
    [ofInterest ?? rest, ofInterest ? -interest : 0],
    [ofFee ?? rest, ofFee ? -fee : 0],
  ]
  const lines = [...owned, ...known, [rest, -total(owned) - total(known)] as const].map(lineOf)
  return [...lines.filter(({ debit }) => debit > 0), ...lines.filter(({ credit }) => credit > 0)]
}
