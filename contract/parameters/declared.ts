import { z } from 'zod'
import { messageChannels } from '../message-occasions.ts'
import { QualityCode } from '../quality-inspections/code.ts'
import { RejectCode } from '../reviews/row.ts'

/** How much each role may, by its mark; null: as much as there is. A role that is not named may nothing. */
export const Limits = z.record(z.string(), z.int().min(0).nullable())
export type Limits = z.output<typeof Limits>
/** The same of shares, in ppm. */
const ShareLimits = z.record(z.string(), z.int().min(0).max(1_000_000).nullable())

/** What the business sets by itself: each parameter with its type and the value it has until somebody sets another. */
export const declaredParameters = {
  /** How often a pay-out is tried before the application has to be submitted again. */
  'disburse.attemptsMax': z.int().min(1).max(20).default(5),
  /** How alike the names of account holder and customer have to be, in ppm. */
  'disburse.similarityPpm': z.int().min(0).max(1_000_000).default(800_000),
  /** Most that is paid out on one business date, in minor units; 0 for no cap. */
  'disburse.dailyCapMinor': z.int().min(0).default(0),
  /** Whether approved orders are paid out by hand; else the job does it. */
  'disburse.manual': z.boolean().default(false),
  /** Whether money leaves only for customers who were spoken to on the phone. */
  'disburse.verified': z.boolean().default(false),
  /** After how many hours a pay-out that has failed for a passing reason is tried again by the job; 0 for never. */
  'disburse.retryHours': z.int().min(0).max(168).default(0),
  /** After how many minutes somebody who was not reached is called again to verify them. */
  'teleVerify.retryMinutes': z.int().min(1).max(2_880).default(120),
  /** For how many days an approval is good. */
  'approval.validDays': z.int().min(1).max(90).default(14),
  /** How often an application may be submitted again, and for how many days after it came to nothing. */
  'resubmit.timesMax': z.int().min(0).max(10).default(3),
  'resubmit.withinDays': z.int().min(1).max(90).default(7),
  /** For how many days a refused customer may not apply again. */
  'reject.cooldownDays': z.int().min(0).max(365).default(7),
  /** Most applications that the rules approve on one business date; 0 for no bound. */
  'apply.dailyMax': z.int().min(0).default(0),
  /** For how many days a limit may be drawn, from the day on which it was assessed. */
  'credit.validDays': z.int().min(1).max(3_650).default(180),
  /** Whether a changed card counts only after a second person has approved it. */
  'cardChange.fourEyes': z.boolean().default(false),
  /** Whether a change of a product's terms counts only after a second person has approved it. */
  'products.fourEyes': z.boolean().default(true),
  /** Whether what a role may with money counts only after a second person has approved it. */
  'roles.fourEyes': z.boolean().default(true),
  /** Whether a parameter that money depends on counts only after a second person has approved it. */
  'parameters.fourEyes': z.boolean().default(true),
  /** Whether somebody is on the blacklist, or off it, only after a second person has approved it. */
  'blacklist.fourEyes': z.boolean().default(true),
  /** Whether the providers that money goes through change only after a second person has approved it. */
  'providers.fourEyes': z.boolean().default(true),
  /** How long a passed reduction may be paid under, in days. */
  'reduction.validDays': z.int().min(1).max(30).default(2),
  /** Up to which part of penalty, fee and interest a role may pass a reduction, in ppm, by the role's mark. */
  'reduction.limits': ShareLimits.default({ CTL: 300_000, MGR: 700_000, EXE: 1_000_000 }),
  /** Most that one person passes on one business date, in minor units; 0 for no bound. */
  'reduction.dailyMaxMinor': z.int().min(0).default(0),
  /** Up to which loss, in minor units, a role may write an order off at once, by the role's mark. */
  'writeOff.limits': Limits.default({ MGR: 1_000_000, EXE: null }),
  /** Up to how many lines of a sheet of write-offs a role may approve, by the role's mark. */
  'writeOff.sheetLimits': Limits.default({ MGR: 49, EXE: null }),
  /** For how many hours a payment link is good. */
  'payment.linkHours': z.int().min(1).max(720).default(24),
  /** After how many minutes without a word from the channel a payment is asked about, and given up. */
  'payment.silentMinutes': z.int().min(1).max(1_440).default(15),
  /** Whether a payment that has bounced may be taken back after it has settled its order. */
  'payment.reversal': z.boolean().default(false),
  /** Channels that customers are written by: the first that has a template, reaches them and is not closed to us. */
  'messages.channels': z
    .array(z.enum(messageChannels))
    .min(1)
    .default(() => ['sms' as const]),
  /** How many messages a customer gets on one business date, over all channels; 0 for no bound. Service is never refused. */
  'messages.dailyMax': z.int().min(0).max(50).default(3),
  /** How many offers a customer gets within seven days; 0 for no bound. */
  'messages.offersPerWeekMax': z.int().min(0).max(50).default(2),
  /**
   * How often a customer is contacted about a debt on one business date: calls, messages and robots together; 0: as often as
   * the law of the country allows.
   */
  'contacts.dailyMax': z.int().min(0).max(50).default(5),
  /** For how many years after the last order was closed what belongs to it is kept once its customer is erased. */
  'erasure.keepYears': z.int().min(1).max(30).default(8),
  /** How often a day one person may have personal data shown to them. */
  'reveal.dailyMax': z.int().min(0).default(200),
  /** How often a day one person may look somebody up by a full value of masked data. */
  'lookUp.dailyMax': z.int().min(0).default(100),
  /** Above which amount, of one call or one run, money takes a step-up, in minor units; 0 for none. */
  'stepUp.aboveMinor': z.int().min(0).default(25_000_000),
  /** From when to when the business works, in hours of the day. */
  'office.opensAt': z.int().min(0).max(23).default(9),
  'office.closesAt': z.int().min(1).max(24).default(19),
  /** On how many days of the week it works, from Monday on. */
  'office.daysPerWeek': z.int().min(1).max(7).default(6),
  /** Which share of each reviewer's passes, and of their rejections, of a day is inspected, in ppm: never less than that. */
  'quality.passedPpm': z.int().min(0).max(1_000_000).default(50_000),
  'quality.failedPpm': z.int().min(0).max(1_000_000).default(100_000),
  /** How many decisions of a new reviewer are inspected, all of them. */
  'quality.newReviewerDecisions': z.int().min(0).max(10_000).default(50),
  /** Reject codes that are inspected whenever they are given. */
  'quality.codes': z.array(RejectCode).default(() => ['Z01' as const]),
  /** The code that a pass has before the inspector chooses another. */
  'quality.passCode': QualityCode.default('E001'),
  /** Which share of each collector's recorded calls of a day is listened to, in ppm: never less than that. */
  'conduct.sharePpm': z.int().min(0).max(1_000_000).default(50_000),
  /** How many calls of a new collector are listened to, all of them. */
  'conduct.newCollectorCalls': z.int().min(0).max(10_000).default(10),
  /** How many days ahead a promise to pay may lie. */
  'collection.promiseDaysMax': z.int().min(1).max(90).default(7),
  /** Within how many minutes of business hours a ticket should be answered. */
  'ticket.slaMinutes': z.int().min(1).default(240),
  /** For how many days a request waits for a second person on its own page before it lapses. */
  'requests.waitDays': z.int().min(1).max(90).default(30),
} as const
export type ParameterId = keyof typeof declaredParameters
export const parameterIds = Object.keys(declaredParameters) as readonly ParameterId[]
export type ParameterValue<Id extends ParameterId> = z.output<(typeof declaredParameters)[Id]>

/** Whether money depends on a parameter: how much of it leaves or is given up, to whom, and who has to say so. */
export const movesMoney: Readonly<Record<ParameterId, boolean>> = {
  'disburse.attemptsMax': true,
  'disburse.similarityPpm': true,
  'disburse.dailyCapMinor': true,
  'disburse.manual': true,
  'disburse.verified': true,
  'disburse.retryHours': true,
  'teleVerify.retryMinutes': false,
  'approval.validDays': false,
  'resubmit.timesMax': false,
  'resubmit.withinDays': false,
  'reject.cooldownDays': false,
  'apply.dailyMax': false,
  'credit.validDays': false,
  'cardChange.fourEyes': true,
  'products.fourEyes': true,
  'roles.fourEyes': true,
  'parameters.fourEyes': true,
  'blacklist.fourEyes': true,
  'providers.fourEyes': true,
  'reduction.validDays': false,
  'reduction.limits': true,
  'reduction.dailyMaxMinor': true,
  'writeOff.limits': true,
  'writeOff.sheetLimits': true,
  'payment.linkHours': false,
  'payment.silentMinutes': false,
  'payment.reversal': true,
  'messages.channels': false,
  'messages.dailyMax': false,
  'contacts.dailyMax': false,
  'messages.offersPerWeekMax': false,
  'erasure.keepYears': false,
  'reveal.dailyMax': false,
  'lookUp.dailyMax': false,
  'stepUp.aboveMinor': true,
  'quality.passedPpm': false,
  'quality.failedPpm': false,
  'quality.newReviewerDecisions': false,
  'quality.codes': false,
  'quality.passCode': false,
  'conduct.sharePpm': false,
  'conduct.newCollectorCalls': false,
  'collection.promiseDaysMax': false,
  'ticket.slaMinutes': false,
  'requests.waitDays': false,
  'office.opensAt': false,
  'office.closesAt': false,
  'office.daysPerWeek': false,
}
