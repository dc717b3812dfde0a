import type accessReviews from './en/access-reviews.json'
import type account from './en/account.json'
import type accountingDays from './en/accounting-days.json'
import type adSpend from './en/ad-spend.json'
import type aiConfigs from './en/ai-configs.json'
import type aiRecords from './en/ai-records.json'
import type aiTasks from './en/ai-tasks.json'
import type announcements from './en/announcements.json'
import type approvals from './en/approvals.json'
import type apps from './en/apps.json'
import type audit from './en/audit.json'
import type batches from './en/batches.json'
import type blacklist from './en/blacklist.json'
import type board from './en/board.json'
import type businessEvents from './en/business-events.json'
import type call from './en/call.json'
import type calls from './en/calls.json'
import type cardChanges from './en/card-changes.json'
import type cards from './en/cards.json'
import type caseAllocations from './en/case-allocations.json'
import type caseHolds from './en/case-holds.json'
import type caseTransfers from './en/case-transfers.json'
import type caseWorkspace from './en/case-workspace.json'
import type cases from './en/cases.json'
import type channelEvents from './en/channel-events.json'
import type collectionActivities from './en/collection-activities.json'
import type collectors from './en/collectors.json'
import type command from './en/command.json'
import type commissionStatements from './en/commission-statements.json'
import type conductChecks from './en/conduct-checks.json'
import type conductReport from './en/conduct-report.json'
import type consents from './en/consents.json'
import type contactRefusals from './en/contact-refusals.json'
import type contactRules from './en/contact-rules.json'
import type couponTemplates from './en/coupon-templates.json'
import type coupons from './en/coupons.json'
import type creditAssessments from './en/credit-assessments.json'
import type customers from './en/customers.json'
import type dataRequests from './en/data-requests.json'
import type dataUse from './en/data-use.json'
import type departments from './en/departments.json'
import type dictionaries from './en/dictionaries.json'
import type dictionaryEntries from './en/dictionary-entries.json'
import type doNotDisturb from './en/do-not-disturb.json'
import type documents from './en/documents.json'
import type dueFacts from './en/due-facts.json'
import type duty from './en/duty.json'
import type exports from './en/exports.json'
import type extensions from './en/extensions.json'
import type failedMessages from './en/failed-messages.json'
import type faults from './en/faults.json'
import type find from './en/find.json'
import type followUps from './en/follow-ups.json'
import type grid from './en/grid.json'
import type history from './en/history.json'
import type holidays from './en/holidays.json'
import type imports from './en/imports.json'
import type issues from './en/issues.json'
import type jobs from './en/jobs.json'
import type keys from './en/keys.json'
import type lens from './en/lens.json'
import type lines from './en/lines.json'
import type loans from './en/loans.json'
import type machineReviews from './en/machine-reviews.json'
import type macros from './en/macros.json'
import type menu from './en/menu.json'
import type menuEntries from './en/menu-entries.json'
import type merchants from './en/merchants.json'
import type messageTemplates from './en/message-templates.json'
import type messages from './en/messages.json'
import type overview from './en/overview.json'
import type parameters from './en/parameters.json'
import type payments from './en/payments.json'
import type payouts from './en/payouts.json'
import type pictures from './en/pictures.json'
import type plans from './en/plans.json'
import type products from './en/products.json'
import type promises from './en/promises.json'
import type proofs from './en/proofs.json'
import type providerBindings from './en/provider-bindings.json'
import type providerConfigs from './en/provider-configs.json'
import type providers from './en/providers.json'
import type qualityInspections from './en/quality-inspections.json'
import type queries from './en/queries.json'
import type query from './en/query.json'
import type readings from './en/readings.json'
import type reasons from './en/reasons.json'
import type recoveries from './en/recoveries.json'
import type reductions from './en/reductions.json'
import type reportSchedules from './en/report-schedules.json'
import type reports from './en/reports.json'
import type reviewerScores from './en/reviewer-scores.json'
import type reviews from './en/reviews.json'
import type roles from './en/roles.json'
import type session from './en/session.json'
import type sessions from './en/sessions.json'
import type settings from './en/settings.json'
import type settlementItems from './en/settlement-items.json'
import type settlementReports from './en/settlement-reports.json'
import type sheets from './en/sheets.json'
import type shell from './en/shell.json'
import type signIns from './en/sign-ins.json'
import type staff from './en/staff.json'
import type stages from './en/stages.json'
import type statements from './en/statements.json'
import type teleVerifications from './en/tele-verifications.json'
import type tickets from './en/tickets.json'
import type units from './en/units.json'
import type views from './en/views.json'
import type vocabularies from './en/vocabularies.json'
import type writeOffs from './en/write-offs.json'

/** Every language of the console. English is the source of the keys; a test holds the others to it. */
export const languages = ['zh', 'en', 'es', 'vi', 'id', 'ja'] as const
export type Language = (typeof languages)[number]

/** One line per noun. Types only: the words themselves are loaded per language. */
interface Texts {
  accessReviews: typeof accessReviews
  account: typeof account
  accountingDays: typeof accountingDays
  adSpend: typeof adSpend
  aiConfigs: typeof aiConfigs
  aiRecords: typeof aiRecords
  aiTasks: typeof aiTasks
  announcements: typeof announcements
  approvals: typeof approvals
  apps: typeof apps
  audit: typeof audit
  batches: typeof batches
  call: typeof call
  calls: typeof calls
  board: typeof board
  businessEvents: typeof businessEvents
  cardChanges: typeof cardChanges
  cards: typeof cards
  cases: typeof cases
  caseAllocations: typeof caseAllocations
  caseHolds: typeof caseHolds
  caseTransfers: typeof caseTransfers
  caseWorkspace: typeof caseWorkspace
  channelEvents: typeof channelEvents
  collectionActivities: typeof collectionActivities
  collectors: typeof collectors
  command: typeof command
  commissionStatements: typeof commissionStatements
  conductChecks: typeof conductChecks
  conductReport: typeof conductReport
  consents: typeof consents
  contactRefusals: typeof contactRefusals
  contactRules: typeof contactRules
  couponTemplates: typeof couponTemplates
  coupons: typeof coupons
  creditAssessments: typeof creditAssessments
  customers: typeof customers
  dataRequests: typeof dataRequests
  dataUse: typeof dataUse
  departments: typeof departments
  dictionaries: typeof dictionaries
  dictionaryEntries: typeof dictionaryEntries
  documents: typeof documents
  doNotDisturb: typeof doNotDisturb
  dueFacts: typeof dueFacts
  duty: typeof duty
  exports: typeof exports
  extensions: typeof extensions
  failedMessages: typeof failedMessages
  faults: typeof faults
  find: typeof find
  followUps: typeof followUps
  grid: typeof grid
  history: typeof history
  holidays: typeof holidays
  imports: typeof imports
  issues: typeof issues
  jobs: typeof jobs
  keys: typeof keys
  lens: typeof lens
  lines: typeof lines
  loans: typeof loans
  machineReviews: typeof machineReviews
  macros: typeof macros
  menu: typeof menu
  menuEntries: typeof menuEntries
  merchants: typeof merchants
  messages: typeof messages
  messageTemplates: typeof messageTemplates
  overview: typeof overview
  blacklist: typeof blacklist
  parameters: typeof parameters
  payments: typeof payments
  payouts: typeof payouts
  pictures: typeof pictures
  plans: typeof plans
  products: typeof products
  promises: typeof promises
  proofs: typeof proofs
  providers: typeof providers
  providerConfigs: typeof providerConfigs
  providerBindings: typeof providerBindings
  qualityInspections: typeof qualityInspections
  queries: typeof queries
  query: typeof query
  readings: typeof readings
  reasons: typeof reasons
  recoveries: typeof recoveries
  reductions: typeof reductions
  reportSchedules: typeof reportSchedules
  reports: typeof reports
  reviewerScores: typeof reviewerScores
  reviews: typeof reviews
  roles: typeof roles
  session: typeof session
  sessions: typeof sessions
  settings: typeof settings
  settlementItems: typeof settlementItems
  settlementReports: typeof settlementReports
  sheets: typeof sheets
  shell: typeof shell
  signIns: typeof signIns
  staff: typeof staff
  stages: typeof stages
  statements: typeof statements
  teleVerifications: typeof teleVerifications
  tickets: typeof tickets
  units: typeof units
  views: typeof views
  vocabularies: typeof vocabularies
  writeOffs: typeof writeOffs
}

/** `<noun>.<key>` of every message. */
export type MessageId = { [Noun in keyof Texts]: `${Noun}.${keyof Texts[Noun] & string}` }[keyof Texts]

type Noun = keyof Texts
/** The file of a noun's texts: `write-offs` of `writeOffs`. */
type FileOf<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${FileOf<Rest>}`
  : ''
/** Which file lacks which key, for the compiler to say. */
export type Untranslated<Id extends string> = Id extends `${infer Of}.${infer Key}`
  ? Of extends Noun
    ? `locales/en/${FileOf<Of>}.json has no text '${Key}'`
    : `locales/index.ts has no noun '${Of}'`
  : `locales: '${Id}' is no <noun>.<key>`
/** The key of a text; of any other, which file lacks which key. */
export type Translated<Id extends string> = Id extends MessageId ? Id : Untranslated<Id>

/** What is named by a text under its id; of anything else, which file lacks which key, for the compiler to say. */
export type WithTexts<Thing extends { readonly id: string }> = Thing['id'] extends MessageId
  ? Thing
  : Untranslated<Thing['id']>

/** The name of a noun's texts in keys: the file `write-offs.json` holds `writeOffs.…`. */
export const namespaceOf = (file: string): string => file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
