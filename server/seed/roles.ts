import type { Scope } from '#contract/kernel/grants.ts'
import { type Button, buttons } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { PageId } from '#contract/menu.ts'
import { productRoles } from '#contract/roles.ts'
import { builtPages } from '#server/modules/index.ts'

/** The roles of the business: what they are called, whose rows they see, and the account that shows one in a demo. */
export const roles = {
  ADM: { name: productRoles.ADM, scope: 'all', account: 'admin' },
  EXE: { name: productRoles.EXE, scope: 'all', account: 'executive' },
  MGR: { name: productRoles.MGR, scope: 'department', account: 'manager' },
  OPS: { name: productRoles.OPS, scope: 'all', account: 'ops' },
  CS: { name: productRoles.CS, scope: 'all', account: 'cs' },
  GL: { name: productRoles.GL, scope: 'group', account: 'group' },
  CTL: { name: productRoles.CTL, scope: 'agency', account: 'leader' },
  COL: { name: productRoles.COL, scope: 'own', account: 'collector' },
  SPI: { name: productRoles.SPI, scope: 'department', account: 'supervisor' },
  SPE: { name: productRoles.SPE, scope: 'agency', account: 'agency' },
  SAL: { name: productRoles.SAL, scope: 'own', account: 'salesman' },
  MU: { name: productRoles.MU, scope: 'own', account: 'marketer' },
  ML: { name: productRoles.ML, scope: 'own', account: 'limit' },
  MR: { name: productRoles.MR, scope: 'own', account: 'reloan' },
  MF: { name: productRoles.MF, scope: 'own', account: 'failed' },
  OUT: { name: productRoles.OUT, scope: 'own', account: 'caller' },
  REV: { name: productRoles.REV, scope: 'own', account: 'reviewer' },
  QC: { name: productRoles.QC, scope: 'all', account: 'inspector' },
} as const satisfies Record<string, { name: string; scope: Scope; account: string }>
export type RoleMark = keyof typeof roles
export const roleMarks = Object.keys(roles) as readonly RoleMark[]

/** Nobody has one of these without two-factor, until an administrator decides otherwise: what they may do reaches far. */
export const twoFactorRoles: readonly RoleMark[] = ['ADM', 'EXE', 'MGR', 'OPS']

/** A role's mark is its id. */
export const roleId = (mark: RoleMark) => mark as string as IdOf<'role'>

/** What a letter of the matrix grants; R is the page itself. */
const letters: Readonly<Record<string, readonly Button[]>> = {
  R: [],
  W: ['add', 'edit'],
  D: ['remove'],
  X: ['export'],
  A: ['approve'],
  B: ['batch'],
  V: ['reveal'],
  T: ['assign'],
  M: ['request'],
}

type Line = readonly [pages: readonly PageId[], grants: Partial<Record<RoleMark, string>>]
const everybody = (grant: string) => Object.fromEntries(roleMarks.map((mark) => [mark, grant]))

/** Who may do what. The administrator neither asks for money nor decides about it. */
const matrix: readonly Line[] = [
  [['home'], everybody('R')],
  [['overview', 'businessEvents'], { ADM: 'RX', EXE: 'RX', MGR: 'RX', OPS: 'RX', CS: 'R', GL: 'R', SPI: 'R' }],
  [
    ['customers', 'customer'],
    {
      ...{ ADM: 'RWDX', EXE: 'RX', MGR: 'RWX', OPS: 'RWX', CS: 'RW', GL: 'R', CTL: 'R', COL: 'R', SPI: 'R' },
      ...{ SAL: 'R', MU: 'R', ML: 'R', MR: 'R', MF: 'R', OUT: 'R', REV: 'R', QC: 'R' },
    },
  ],
  // whoever talks to people, or compares them with their papers; collectors reach theirs without seeing a number
  [['customers', 'customer'], { MGR: 'V', CS: 'V', REV: 'V' }],
  // whoever sees a customer sees what they have agreed to
  [
    ['consents'],
    {
      ...{ ADM: 'RW', EXE: 'R', MGR: 'RW', OPS: 'RW', CS: 'RW', GL: 'R', CTL: 'R', COL: 'R', SPI: 'R' },
      ...{ SAL: 'R', MU: 'R', ML: 'R', MR: 'R', MF: 'R', OUT: 'R', REV: 'R', QC: 'R' },
    },
  ],
  // whoever may see values in clear asks for a copy of them; nobody erases and approves
  [['dataRequests'], { ADM: 'R', EXE: 'R', MGR: 'RWD', OPS: 'R', CS: 'RW' }],
  [['feedback'], { ADM: 'RWTX', EXE: 'RX', MGR: 'RWTX', OPS: 'RW', CS: 'RWTX', GL: 'R', CTL: 'R', SPI: 'R', QC: 'R' }],
  [
    ['leadsUncertified', 'leadsUndrawn', 'leadsRepaid', 'leadsFailed'],
    { ADM: 'RWTX', EXE: 'RX', MGR: 'RWTX', OPS: 'RWTX', CS: 'R', GL: 'RT', SPI: 'R', SAL: 'RW', OUT: 'RW' },
  ],
  [['leadsUncertified'], { MU: 'RW' }],
  [['leadsUndrawn'], { ML: 'RW' }],
  [['leadsRepaid'], { MR: 'RW' }],
  [['leadsFailed'], { MF: 'RW' }],
  [['telemarketers'], { ADM: 'RWDT', EXE: 'R', MGR: 'RWDT', OPS: 'RW', GL: 'RT', SPI: 'R' }],
  [
    ['marketingStats'],
    {
      ...{ ADM: 'RX', EXE: 'RX', MGR: 'RX', OPS: 'RX', GL: 'RX', SPI: 'RX' },
      ...{ SAL: 'R', MU: 'R', ML: 'R', MR: 'R', MF: 'R' },
    },
  ],
  [
    ['marketingNodes'],
    { ADM: 'RWD', EXE: 'R', MGR: 'RWD', OPS: 'RW', GL: 'R', SPI: 'R', MU: 'R', ML: 'R', MR: 'R', MF: 'R' },
  ],
  [
    ['applications'],
    // a manager sends an application back to be reviewed
    { ADM: 'RX', EXE: 'RX', MGR: 'RMTX', OPS: 'RMX', CS: 'R', GL: 'R', SPI: 'R', MF: 'R', REV: 'RM', QC: 'R' },
  ],
  [
    ['orders'],
    {
      // only an executive gives a debt up before its day
      ...{ ADM: 'RX', EXE: 'RAX', MGR: 'RX', OPS: 'RMX', CS: 'RM', GL: 'R', CTL: 'R', COL: 'R', SPI: 'R' },
      ...{ SPE: 'R', REV: 'R', QC: 'R' },
    },
  ],
  [
    ['plans', 'payments'],
    { ADM: 'RX', EXE: 'RX', MGR: 'RX', OPS: 'RMX', CS: 'R', GL: 'R', CTL: 'R', COL: 'R', SPI: 'R', SPE: 'R', QC: 'R' },
  ],
  // customer service and marketing ask here only for what has a page of its own: changed cards, resubmission
  [['failedPayouts'], { ADM: 'R', EXE: 'R', MGR: 'RMABX', OPS: 'RMBX', CS: 'R', SPI: 'R', MF: 'R' }],
  [['reductions'], { ADM: 'RX', EXE: 'RAX', MGR: 'RAX', OPS: 'RX', CS: 'RM', CTL: 'RM', COL: 'RM', SPI: 'R', QC: 'R' }],
  [['writeOffs'], { ADM: 'RX', EXE: 'RAMX', MGR: 'RAMX', OPS: 'RMBX', CS: 'RM', CTL: 'RM', SPI: 'R', QC: 'R' }],
  [
    ['orderChanges', 'extensions', 'caseTransfers'],
    { ADM: 'R', EXE: 'RA', MGR: 'RAT', OPS: 'RM', CS: 'RM', GL: 'RT', CTL: 'RT', SPI: 'R' },
  ],
  [['proofs'], { ADM: 'R', EXE: 'R', MGR: 'RAX', OPS: 'RMBX', CS: 'RM', CTL: 'RM', COL: 'RM', SPI: 'R', SPE: 'RM' }],
  [['stages', 'agencies'], { ADM: 'RWD', EXE: 'R', MGR: 'RW', OPS: 'RW', CTL: 'R', SPI: 'R' }],
  [
    ['collectors', 'duty'],
    { ADM: 'RWDX', EXE: 'R', MGR: 'RWDX', OPS: 'RWX', GL: 'RW', CTL: 'RWTX', COL: 'R', SPI: 'R', SPE: 'R' },
  ],
  [['caseAllocations'], { ADM: 'RTX', EXE: 'R', MGR: 'RTX', OPS: 'R', SPI: 'R' }],
  [
    ['openCases', 'promises', 'closedCases'],
    { ADM: 'RTX', EXE: 'R', MGR: 'RTX', OPS: 'R', GL: 'RWT', CTL: 'RWTX', COL: 'RW', SPI: 'R', SPE: 'R', QC: 'R' },
  ],
  // whoever calls hears of their own calls; whoever answers for them may listen, but nobody outside the house
  [
    ['calls'],
    {
      ...{ ADM: 'R', EXE: 'R', MGR: 'RV', OPS: 'RW', CS: 'RW', GL: 'RWV', CTL: 'RWV', COL: 'RW', SPI: 'RV', SPE: 'R' },
      ...{ OUT: 'RW', REV: 'RW', QC: 'R' },
    },
  ],
  [
    ['conductReport', 'contactRefusals'],
    { ADM: 'RX', EXE: 'RX', MGR: 'RX', OPS: 'RX', CTL: 'R', SPI: 'RX', SPE: 'RX' },
  ],
  [
    ['performance', 'collectionActivities', 'agencyReport'],
    { ADM: 'RX', EXE: 'RX', MGR: 'RX', OPS: 'RX', GL: 'R', CTL: 'RX', COL: 'R', SPI: 'RX', SPE: 'RX' },
  ],
  [
    ['reducedBills'],
    { ADM: 'RX', EXE: 'RAX', MGR: 'RAX', OPS: 'RX', GL: 'R', CTL: 'RAX', COL: 'R', SPI: 'RX', SPE: 'R' },
  ],
  // team leaders dispute who has recovered what; whoever is above them decides
  [
    ['recoveries'],
    { ADM: 'RX', EXE: 'RAX', MGR: 'RAX', OPS: 'RX', GL: 'R', CTL: 'RMX', COL: 'R', SPI: 'RX', SPE: 'R' },
  ],
  // the agency's supervisor, its team leader or a manager confirms what it gets, and somebody above them closes it
  [['commissionStatements'], { ADM: 'RX', EXE: 'RAX', MGR: 'RWMAX', OPS: 'RX', CTL: 'RMX', SPI: 'RX', SPE: 'RMX' }],
  [['commissionLines'], { ADM: 'RX', EXE: 'RX', MGR: 'RX', OPS: 'RX', CTL: 'RX', SPI: 'RX', SPE: 'RX' }],
  [['board'], { ADM: 'R', EXE: 'R', MGR: 'R', OPS: 'R', GL: 'R', CTL: 'R', SPI: 'R', SPE: 'R' }],
  [
    ['coupons', 'issuedCoupons'],
    { ADM: 'RWD', EXE: 'R', MGR: 'RWDA', OPS: 'RW', CS: 'R', CTL: 'R', MU: 'R', ML: 'R', MR: 'R', MF: 'R' },
  ],
  [
    [
      ...(['channelReport', 'channelEvents', 'processReport', 'approvalReport', 'repaymentReport'] as const),
      ...(['dueFacts', 'vintageReport', 'acquisitionTrend'] as const),
      ...(['lendingTrend', 'repaymentTrend', 'recoveryTrend', 'deliveryReport', 'reloanReport'] as const),
    ],
    { ADM: 'RX', EXE: 'RX', MGR: 'RX', OPS: 'RX', SPI: 'R' },
  ],
  [['approvalReport'], { REV: 'R' }],
  // the books of the whole business: nobody outside of it, and nobody who only works a queue
  [['accountingDays', 'journalEntries'], { ADM: 'RX', EXE: 'RX', MGR: 'RX', OPS: 'RX' }],
  // whoever runs the gateways takes their files in, and says what becomes of what is left
  [['settlementReports'], { ADM: 'RX', EXE: 'RX', MGR: 'RBX', OPS: 'RBX' }],
  [['settlementItems'], { ADM: 'RX', EXE: 'RX', MGR: 'RWX', OPS: 'RWX' }],
  // whoever answers for the budget enters what advertising costs
  [['adSpend'], { ADM: 'RX', EXE: 'RX', MGR: 'RWDBX', OPS: 'RWDBX', SPI: 'R' }],
  [['signIns', 'sessions', 'menu'], { ADM: 'RWD', EXE: 'R' }],
  [['accessReviews'], { ADM: 'RW', EXE: 'R' }],
  [['dataUse'], { ADM: 'R', EXE: 'R' }],
  [['staff', 'departments', 'roles'], { ADM: 'RWD', EXE: 'R', MGR: 'R' }],
  [
    ['parameters', 'dictionaries', 'dictionaryEntries', 'holidays', 'apps'],
    { ADM: 'RWD', EXE: 'R', MGR: 'R', OPS: 'RW' },
  ],
  [['providers', 'providerConfigs', 'providerBindings'], { ADM: 'RWD', EXE: 'R', MGR: 'R', OPS: 'RW' }],
  [['products', 'merchants'], { ADM: 'RWD', EXE: 'RA', MGR: 'RW', OPS: 'RW', CS: 'R', SPI: 'R', REV: 'R' }],
  [['operationTickets'], { ADM: 'RWTX', EXE: 'R', MGR: 'RWTX', OPS: 'RWTX', CS: 'RWT', GL: 'R', SPI: 'R' }],
  [
    ['collectionTickets'],
    { ADM: 'RWTX', EXE: 'R', MGR: 'RWTX', OPS: 'RX', CS: 'RWT', GL: 'RW', CTL: 'RWT', COL: 'RW', SPI: 'R', SPE: 'RW' },
  ],
  [['lines'], { ADM: 'RWD', MGR: 'RW', OPS: 'RW', CTL: 'R' }],
  // whoever keeps these lists may take them along
  [['orderChanges', 'extensions', 'caseTransfers'], { MGR: 'X', OPS: 'X' }],
  [['coupons', 'issuedCoupons', 'agencies'], { ADM: 'X', MGR: 'X', OPS: 'X' }],
  // who may not start a large run alone files it here; whoever approves it has the right to the command as well
  [['approvals'], { ...everybody('R'), EXE: 'RA', MGR: 'RA' }],
  [['blacklist'], { ADM: 'R', EXE: 'RA', MGR: 'RWMA', OPS: 'RW', CS: 'R', CTL: 'R', SPI: 'R', REV: 'R' }],
  [['exports'], everybody('R')],
  // whoever takes any list or report along has it sent
  [
    ['reportSchedules'],
    { ADM: 'RWD', EXE: 'RWD', MGR: 'RWD', OPS: 'RWD', CS: 'RWD', CTL: 'RWD', SPI: 'RWD', SPE: 'RWD' },
  ],
  [['reportRuns'], { ADM: 'R', EXE: 'R', MGR: 'R', OPS: 'R', CS: 'R', CTL: 'R', SPI: 'R', SPE: 'R' }],
  [['lens'], { ADM: 'RX' }],
  [['audit'], { ADM: 'RX', EXE: 'RX', MGR: 'R', SPI: 'R' }],
  [['failedMessages'], { ADM: 'RXB', EXE: 'R', OPS: 'RXB' }],
  [
    ['rules', 'ruleGroups', 'ruleVariables', 'ruleActions', 'ruleTests', 'ruleVersions'],
    { ADM: 'RWD', EXE: 'RA', MGR: 'RWA', OPS: 'RW', SPI: 'R', REV: 'R' },
  ],
  [
    ['aiTasks', 'announcements'],
    { ADM: 'RWD', EXE: 'R', MGR: 'RWA', OPS: 'RW', CS: 'R', CTL: 'R', SPI: 'R', OUT: 'RW' },
  ],
  [['aiConfigs', 'aiRecords'], { ADM: 'RWD', EXE: 'R', MGR: 'RWA', OPS: 'RW', CS: 'R', CTL: 'R', SPI: 'R', OUT: 'R' }],
  // whoever answers for calls may hear and read what was said
  [['aiRecords'], { MGR: 'V', CTL: 'V', SPI: 'V' }],
  [['messageTemplates'], { ADM: 'RWD', EXE: 'R', MGR: 'RW', OPS: 'RW', CS: 'R' }],
  [['messages'], { ADM: 'R', EXE: 'R', MGR: 'R', OPS: 'R', CS: 'R' }],
  [['doNotDisturb'], { ADM: 'RW', EXE: 'R', MGR: 'RW', OPS: 'RW', CS: 'RW' }],
  [['jobs', 'batches'], { ADM: 'RWD', EXE: 'R', MGR: 'R', OPS: 'RB' }],
  // whoever speaks to customers anyway, and those whose work it is
  [
    ['teleVerifications'],
    { ADM: 'R', EXE: 'R', MGR: 'R', OPS: 'RM', CS: 'RM', SPI: 'R', REV: 'RM', OUT: 'RM', QC: 'R' },
  ],
  [['creditAssessments'], { ADM: 'R', EXE: 'R', MGR: 'R', OPS: 'R', CS: 'R', SPI: 'R' }],
  [
    // only reviewers decide on an application; their manager says who reviews
    ['reviewQueue'],
    { ADM: 'R', EXE: 'R', MGR: 'RT', OPS: 'R', SPI: 'R', REV: 'RWM', QC: 'RW' },
  ],
  // inspectors inspect; reviewers object to what was found of theirs, and their manager decides
  [['qualityQueue'], { ADM: 'R', EXE: 'R', MGR: 'RT', OPS: 'R', SPI: 'R', REV: 'RM', QC: 'RW' }],
  // inspectors listen to what was drawn; collectors object to what was found of theirs, and a manager decides
  [
    ['conductChecks'],
    {
      ...{ ADM: 'R', EXE: 'R', MGR: 'RT', OPS: 'R', GL: 'RM', CTL: 'RM', COL: 'RM', SPI: 'R', SPE: 'R' },
      QC: 'RWV',
    },
  ],
  [['reviewerScores'], { ADM: 'R', EXE: 'R', MGR: 'R', SPI: 'R', REV: 'R' }],
  [['myReviews'], { REV: 'R' }],
]

const codesOf = (grant: string): number =>
  [...grant].flatMap((letter) => letters[letter] ?? []).reduce((sum, button) => sum | buttons[button], 0)

/** Pages on which everybody sees their own, whatever else they see; and who sees them as any other. */
const ownPages: Partial<Record<PageId, readonly RoleMark[]>> = {
  exports: [],
  reportSchedules: ['ADM'],
  reportRuns: ['ADM'],
  approvals: ['EXE', 'MGR', 'OPS'],
}

/** Pages on which inspectors see what was drawn for them, and nothing else. */
const sampledPages: readonly PageId[] = ['reviewQueue', 'qualityQueue', 'conductChecks']

/** The grants of a role on the pages that exist. */
export function grantsOf(mark: RoleMark): { page: PageId; codes: number; scope: Scope }[] {
  const granted = new Map<PageId, number>()
  for (const [pages, grants] of matrix) {
    const grant = grants[mark]
    if (grant) for (const page of pages) granted.set(page, (granted.get(page) ?? 0) | codesOf(grant))
  }
  const scopeOf = (page: PageId): Scope => {
    if (mark === 'QC' && sampledPages.includes(page)) return 'sample'
    return ownPages[page]?.includes(mark) === false ? 'own' : roles[mark].scope
  }
  return [...granted]
    .filter(([page]) => builtPages.has(page))
    .map(([page, codes]) => ({ page, codes, scope: scopeOf(page) }))
}
