import { z } from 'zod'

/** What the business sets by itself: each parameter with its type and the value it has until somebody sets another. */
export const parameters = {
  /** How often a pay-out is tried before the application has to be submitted again. */
  'disburse.attemptsMax': z.int().min(1).max(20).default(5),
  /** How alike the names of account holder and customer have to be, in ppm. */
  'disburse.similarityPpm': z.int().min(0).max(1_000_000).default(800_000),
  /** Most that is paid out on one business date, in minor units; 0 for no cap. */
  'disburse.dailyCapMinor': z.int().min(0).default(0),
  /** How long a passed reduction may be paid under, in days. */
  'reduction.validDays': z.int().min(1).max(30).default(2),
  /** Within how many minutes a ticket should be answered. */
  'ticket.slaMinutes': z.int().min(1).default(240),
} as const
export type ParameterId = keyof typeof parameters
export type ParameterValue<Id extends ParameterId> = z.output<(typeof parameters)[Id]>
