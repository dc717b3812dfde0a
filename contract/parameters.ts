import { z } from 'zod'

/** How much each role may, by its mark; null: as much as there is. A role that is not named may nothing. */
const Limits = z.record(z.string(), z.int().min(0).nullable())

/** What the business sets by itself: each parameter with its type and the value it has until somebody sets another. */
export const parameters = {
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
  /** For how many days an approval is good. */
  'approval.validDays': z.int().min(1).max(90).default(14),
  /** How often an application may be submitted again, and for how many days after it came to nothing. */
  'resubmit.timesMax': z.int().min(0).max(10).default(3),
  'resubmit.withinDays': z.int().min(1).max(90).default(7),
  /** For how many days a refused customer may not apply again. */
  'reject.cooldownDays': z.int().min(0).max(365).default(7),
  /** Most applications that the rules approve on one business date; 0 for no bound. */
  'apply.dailyMax': z.int().min(0).default(0),
  /** Whether a changed card counts only after a second person has approved it. */
  'cardChange.fourEyes': z.boolean().default(false),
  /** Whether a change of a product's terms counts only after a second person has approved it. */
  'products.fourEyes': z.boolean().default(true),
  /** How long a passed reduction may be paid under, in days. */
  'reduction.validDays': z.int().min(1).max(30).default(2),
  /** Up to which part of penalty, fee and interest a role may pass a reduction, in ppm, by the role's mark. */
  'reduction.limits': Limits.default({ CTL: 300_000, MGR: 700_000, EXE: 1_000_000 }),
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
  /** How often a day one person may have personal data shown to them. */
  'reveal.dailyMax': z.int().min(0).default(200),
  /** How often a day one person may look somebody up by a full value of masked data. */
  'lookUp.dailyMax': z.int().min(0).default(100),
  /** Above which amount, of one call or one run, money takes a step-up, in minor units; 0 for none. */
  'stepUp.aboveMinor': z.int().min(0).default(25_000_000),
  /** Within how many minutes a ticket should be answered. */
  'ticket.slaMinutes': z.int().min(1).default(240),
} as const
export type ParameterId = keyof typeof parameters
export type ParameterValue<Id extends ParameterId> = z.output<(typeof parameters)[Id]>
