import { z } from 'zod'

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
  /** How long a passed reduction may be paid under, in days. */
  'reduction.validDays': z.int().min(1).max(30).default(2),
  /** Within how many minutes a ticket should be answered. */
  'ticket.slaMinutes': z.int().min(1).default(240),
} as const
export type ParameterId = keyof typeof parameters
export type ParameterValue<Id extends ParameterId> = z.output<(typeof parameters)[Id]>
