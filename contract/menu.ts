import { z } from 'zod'

/**
 * Every page the server may grant, by our name for it: the title key below `menu`, and the component the console
 * shows. Paths are the specification's, as it spells them.
 */
export const pages = {
  home: '/home_page',
  approvals: '/approvals',

  customers: '/customer_management/customer_list',
  customer: '/customer_management/info',
  consents: '/customer_management/consent_list',
  dataRequests: '/customer_management/data_request_list',
  feedback: '/customer_management/user_feedback',
  leadsUncertified: '/customer_management/marketing_center/no_certified',
  leadsUndrawn: '/customer_management/marketing_center/unrequished',
  leadsRepaid: '/customer_management/marketing_center/no_relented',
  telemarketers: '/customer_management/marketing_center/ele_person',
  marketingStats: '/customer_management/marketing_center/marketing_total',
  marketingNodes: '/customer_management/marketing_center/marketing_stage',
  leadsFailed: '/customer_management/marketing_center/loan_failed',

  overview: '/home_manage/home',
  businessEvents: '/home_manage/event_list',

  applications: '/order_management/loan_list',
  orders: '/order_management/order_list',
  plans: '/order_management/repay_plan',
  payments: '/order_management/repay_record',
  failedPayouts: '/order_management/wait_relent',
  reductions: '/order_management/reduce_list',
  writeOffs: '/order_management/flat_management',
  orderChanges: '/order_management/change_case',
  extensions: '/order_management/extension_list',
  caseTransfers: '/order_management/case_transfer_list',
  proofs: '/order_management/repay_proof',
  accountingDays: '/order_management/accounting_day',
  journalEntries: '/order_management/journal_entry',
  settlementReports: '/order_management/settlement_report',
  settlementItems: '/order_management/settlement_item',

  stages: '/loaned_management/overdue_stage',
  agencies: '/loaned_management/urge_agencies',
  collectors: '/loaned_management/urge_person',
  duty: '/loaned_management/urge_schedule',
  openCases: '/loaned_management/pedding_list',
  caseAllocations: '/loaned_management/allocation_list',
  promises: '/loaned_management/promise_list',
  closedCases: '/loaned_management/peded_list',
  calls: '/loaned_management/call_list',
  conductChecks: '/loaned_management/conduct_checks',
  conductReport: '/loaned_management/conduct_report',
  contactRefusals: '/loaned_management/refused_contacts',
  performance: '/loaned_management/urge_performance',
  collectionActivities: '/loaned_management/activity_list',
  agencyReport: '/loaned_management/agency_detail',
  recoveries: '/loaned_management/recycle_bill',
  commissionStatements: '/loaned_management/commission_statement',
  commissionLines: '/loaned_management/commission_line',
  reducedBills: '/loaned_management/decrease_bill',
  board: '/loaned_management/loaned_board',
  coupons: '/loaned_management/coupon_list',
  issuedCoupons: '/loaned_management/issued_coupons',

  channelReport: '/data_analysis/channel_statistics',
  channelEvents: '/data_analysis/channel_events',
  processReport: '/data_analysis/process_conversion',
  approvalReport: '/data_analysis/approve_conversions',
  repaymentReport: '/data_analysis/repayment_statistics',
  vintageReport: '/data_analysis/repayment_vintages',
  dueFacts: '/data_analysis/repayment_dues',
  acquisitionTrend: '/data_analysis/graphical_report/Acquisition_trends',
  lendingTrend: '/data_analysis/graphical_report/Lending_trends',
  repaymentTrend: '/data_analysis/graphical_report/Recycling_trend',
  recoveryTrend: '/data_analysis/graphical_report/Recall_trend',
  deliveryReport: '/data_analysis/delivery_data',
  adSpend: '/data_analysis/ad_spend',
  reloanReport: '/data_analysis/reloan_report',

  reviewQueue: '/risk/review_list',
  myReviews: '/risk/my_review',
  qualityQueue: '/risk/quality_list',
  reviewerScores: '/risk/reviewer_scores',
  teleVerifications: '/risk/tele_verify',
  creditAssessments: '/risk/credit_list',
  blacklist: '/risk/blacklist',

  rules: '/rule_engine/rule_list',
  ruleGroups: '/rule_engine/rule_group',
  ruleVariables: '/rule_engine/rule_variable',
  ruleActions: '/rule_engine/rule_action',
  ruleTests: '/rule_engine/rule_test',
  ruleVersions: '/rule_engine/rule_version',

  aiConfigs: '/ai_call/ai_config',
  aiTasks: '/ai_call/ai_task',
  aiRecords: '/ai_call/ai_record',

  announcements: '/operation/announcement',
  messageTemplates: '/operation/message_template',
  messages: '/operation/message_list',
  doNotDisturb: '/operation/do_not_disturb',
  jobs: '/operation/schedule_task',
  batches: '/operation/batch_run',
  exports: '/operation/export_center',
  reportSchedules: '/operation/report_schedule',
  reportRuns: '/operation/report_run',

  staff: '/system/user',
  departments: '/system/department',
  roles: '/system/role',
  parameters: '/system/conf',
  dictionaries: '/system/dict',
  dictionaryEntries: '/system/dict_detail',
  holidays: '/system/holiday_list',
  operationTickets: '/system/operation_ticket',
  collectionTickets: '/system/loaned_ticket',
  providers: '/system/three_config',
  providerConfigs: '/system/three_config_cfg',
  providerBindings: '/system/three_config_app',
  products: '/system/product_config',
  merchants: '/system/merchant_list',
  apps: '/system/app_management',
  lines: '/system/phone_manangement',
  audit: '/system/operate_record',
  failedMessages: '/system/failed_messages',
  signIns: '/system/login_log',
  sessions: '/system/online_users',
  accessReviews: '/system/access_review',
  dataUse: '/system/data_use',
  menu: '/system/menu',
  lens: '/system/lens',
} as const satisfies Record<string, `/${string}`>

export type PageId = keyof typeof pages
export const pageIds = Object.keys(pages) as readonly PageId[]

interface Group {
  readonly name: string
  readonly icon: string
  /** The page that opens where only the group is named. */
  readonly redirect?: PageId
}

/** What stands between the root and the pages. `name` is the title key below `menu`. */
export const groups: Readonly<Record<string, Group>> = {
  '/customer_management': { name: 'customerGroup', icon: 'users', redirect: 'customers' },
  '/customer_management/marketing_center': { name: 'marketingGroup', icon: 'megaphone', redirect: 'leadsUncertified' },
  '/home_manage': { name: 'overviewGroup', icon: 'gauge', redirect: 'overview' },
  '/order_management': { name: 'orderGroup', icon: 'receipt-text', redirect: 'applications' },
  '/loaned_management': { name: 'collectionGroup', icon: 'phone-call', redirect: 'stages' },
  '/data_analysis': { name: 'analysisGroup', icon: 'chart-line', redirect: 'approvalReport' },
  '/data_analysis/graphical_report': { name: 'chartGroup', icon: 'chart-spline', redirect: 'acquisitionTrend' },
  '/risk': { name: 'riskGroup', icon: 'shield-check', redirect: 'reviewQueue' },
  '/rule_engine': { name: 'ruleGroup', icon: 'workflow', redirect: 'rules' },
  '/ai_call': { name: 'aiGroup', icon: 'bot', redirect: 'aiConfigs' },
  '/operation': { name: 'operationGroup', icon: 'wrench', redirect: 'jobs' },
  '/system': { name: 'systemGroup', icon: 'settings', redirect: 'staff' },
}

/** What a page says beside its path and title; most say nothing. */
export const pageMeta: Readonly<Partial<Record<PageId, { icon?: string; affix?: boolean; hidden?: boolean }>>> = {
  home: { icon: 'house', affix: true },
  approvals: { icon: 'stamp' },
  customer: { hidden: true },
  extensions: { hidden: true },
  caseTransfers: { hidden: true },
  caseAllocations: { hidden: true },
  issuedCoupons: { hidden: true },
  promises: { hidden: true },
  contactRefusals: { hidden: true },
  failedMessages: { hidden: true },
  merchants: { hidden: true },
  dictionaryEntries: { hidden: true },
  providerConfigs: { hidden: true },
  providerBindings: { hidden: true },
  messages: { hidden: true },
  doNotDisturb: { hidden: true },
  dataUse: { hidden: true },
  dataRequests: { hidden: true },
  reviewerScores: { hidden: true },
  vintageReport: { hidden: true },
  dueFacts: { hidden: true },
  collectionActivities: { hidden: true },
  businessEvents: { hidden: true },
  channelEvents: { hidden: true },
  adSpend: { hidden: true },
  commissionStatements: { hidden: true },
  commissionLines: { hidden: true },
  journalEntries: { hidden: true },
  settlementReports: { hidden: true },
  settlementItems: { hidden: true },
  reportSchedules: { hidden: true },
  reportRuns: { hidden: true },
}

/** Pages that are one page in the menu, the first of each: the others are reached as its tabs. */
export const tabs: readonly (readonly PageId[])[] = [
  ['orderChanges', 'extensions', 'caseTransfers'],
  ['openCases', 'promises', 'caseAllocations'],
  ['conductReport', 'contactRefusals'],
  ['coupons', 'issuedCoupons'],
  ['products', 'merchants'],
  ['audit', 'failedMessages'],
  ['exports', 'reportSchedules', 'reportRuns'],
  ['dictionaries', 'dictionaryEntries'],
  ['providers', 'providerConfigs', 'providerBindings'],
  ['messageTemplates', 'messages', 'doNotDisturb'],
  ['accessReviews', 'dataUse'],
  ['consents', 'dataRequests'],
  ['qualityQueue', 'reviewerScores'],
  ['repaymentReport', 'vintageReport', 'dueFacts'],
  ['performance', 'collectionActivities'],
  ['overview', 'businessEvents'],
  ['channelReport', 'channelEvents'],
  ['deliveryReport', 'adSpend'],
  ['recoveries', 'commissionStatements', 'commissionLines'],
  ['accountingDays', 'journalEntries', 'settlementReports', 'settlementItems'],
]

/** A node of the menu as the server hands it out. Source: specification, section 3. */
export interface MenuNode {
  path: string
  /** What the console shows there: a page by our name, or `group`. */
  component: string
  /** `1`: not in the sidebar. */
  visible: '0' | '1'
  redirect?: string | undefined
  name: string
  meta: {
    title: string
    icon?: string | undefined
    btnPermissions?: number[] | undefined
    /** Whether its list is taken along with personal data in full: the right to reveal reaches as far as that to export. */
    exportsInFull?: boolean | undefined
    noCache?: boolean | undefined
    affix?: boolean | undefined
    breadcrumb?: boolean | undefined
  }
  children?: MenuNode[] | undefined
}

const Meta = z.object({
  title: z.string(),
  icon: z.string().optional(),
  btnPermissions: z.array(z.int()).optional(),
  exportsInFull: z.boolean().optional(),
  noCache: z.boolean().optional(),
  affix: z.boolean().optional(),
  breadcrumb: z.boolean().optional(),
})
/** A node of the menu, as it comes over the wire. */
export const MenuNode: z.ZodType<MenuNode> = z.object({
  path: z.string(),
  component: z.string(),
  visible: z.enum(['0', '1']),
  redirect: z.string().optional(),
  name: z.string(),
  meta: Meta,
  children: z.lazy(() => z.array(MenuNode)).optional(),
})
