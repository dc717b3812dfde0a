import { z } from 'zod'
import { mulPpm } from '../kernel/money.ts'
import { Choice, Rate } from '../kernel/values.ts'

/** Bounds within which every amount that follows from terms is exact. */
const [daysMax, minorMax, ppmMax] = [3_650, 1_000_000_000_000, 1_000_000]
const Days = z.int().min(0).max(daysMax)
const Minor = z.int().min(0).max(minorMax)
/** Fraction: a rate of at most the whole, 100 %. */
const Fraction = Rate.max(ppmMax)

/** The penalty rate from one day overdue to another, both included; `toDay` null means for good. */
const Tier = z.object({ fromDay: z.int().min(1), toDay: z.int().min(1).nullable(), ratePpm: Fraction }).readonly()
type Tier = z.output<typeof Tier>

/** Whether the tiers follow each other from day 1 without gap or overlap, and the last one never ends. */
const seamless = (tiers: readonly Tier[]): boolean =>
  tiers.every(({ fromDay, toDay }, i) => {
    const begins = i === 0 ? 1 : (tiers[i - 1]?.toDay ?? Number.NaN) + 1
    const last = i === tiers.length - 1
    return fromDay === begins && (last ? toDay === null : toDay !== null && toDay >= fromDay)
  })

/**
 * Penalty terms (late fees): what a day overdue costs, and in which order a payment is allocated. No tiers mean no
 * penalty.
 */
export const PenaltyTerms = z
  .object({
    /** So many days overdue cost nothing; one more, and all are charged. */
    graceDays: Days,
    /** What the rate is taken of: the principal still owed that morning, or all that was due on the due date. */
    base: Choice('products.penaltyBase', ['outstandingPrincipal', 'originalDue']),
    tiers: z.array(Tier).readonly().refine(seamless, { error: 'tiers_not_seamless' }),
    /** All penalties of a plan together stay within this part of its principal. */
    capPpmOfPrincipal: Rate.max(10 * ppmMax),
    /** Days overdue from which an order may be called bad debt; no penalty is charged for a later day. */
    badDebtDays: Days.min(1),
    allocationOrder: Choice('products.allocationOrder', ['penaltyFirst', 'interestFirst']),
  })
  .readonly()
export type PenaltyTerms = z.output<typeof PenaltyTerms>

/** Extension terms (rollover): what it costs to put the due date off, and when that is offered. */
export const ExtensionTerms = z
  .object({
    enabled: z.boolean(),
    /** How far the due date moves. */
    days: Days.min(1),
    /** A part of the principal still owed, or a fixed amount in minor units. */
    fee: z.union([z.strictObject({ ppm: Fraction }), z.strictObject({ fixedMinor: Minor })]).readonly(),
    commissionPpm: Fraction,
    timesMax: Days,
    /** Offered from so many days before the due date on. */
    minDaysBeforeDue: Days,
    /** Offered until so many days after it. */
    maxOverdueDays: Days,
    /** Whether the days won bear the daily interest. */
    chargeInterest: z.boolean(),
  })
  .readonly()
export type ExtensionTerms = z.output<typeof ExtensionTerms>

/** Whether so many periods fit into a tenure: the last one lasts until its end. */
export const tenureFits = (
  { periods, daysPerPeriod }: { readonly periods: number; readonly daysPerPeriod: number },
  tenureDays: number,
): boolean => tenureDays > (periods - 1) * daysPerPeriod

/** Rules over several fields that reckon with them are asked once every field is what it may be. */
export const whenFieldsValid = ({ issues }: { readonly issues: readonly unknown[] }): boolean => issues.length === 0

/** Whether anything of an amount is left once fee and tax are taken off. */
export const feeFits = ({ serviceRatePpm, gstPpm }: { readonly serviceRatePpm: number; readonly gstPpm: number }) =>
  mulPpm(serviceRatePpm, 1_000_000 + gstPpm) < 1_000_000

/**
 * The terms of a product as an order carries them from its submission on; later edits of the product never reach it.
 * Rates are in ppm, amounts in minor units of the operating currency.
 */
export const Terms = z
  .object({
    serviceRatePpm: Fraction,
    /** Tax on the service fee. */
    gstPpm: Fraction,
    dailyInterestPpm: Fraction,
    /** Whether fee and tax are kept back at pay-out or fall due with the plans. */
    feeMode: Choice('products.feeMode', ['upfront', 'atDue']),
    /** What interest an early exit costs: that of the whole term, or that of the days used. */
    earlyInterest: Choice('products.earlyInterest', ['full', 'prorata']),
    /** Within so many days of the pay-out the customer may withdraw. */
    coolingOffDays: Days,
    /** Whether a withdrawal gives fee and tax back. */
    coolingOffRefundsFee: z.boolean(),
    periods: z.int().min(1).max(60),
    /** Length of every period but the last, which lasts until the end of the tenure. */
    daysPerPeriod: Days.min(1),
    tenureDays: Days.min(1),
    penalty: PenaltyTerms,
    extension: ExtensionTerms,
  })
  .refine((terms) => tenureFits(terms, terms.tenureDays), { error: 'tenure_too_short', path: ['tenureDays'] })
  .refine(feeFits, { error: 'fee_not_below_amount', path: ['serviceRatePpm'], when: whenFieldsValid })
  .readonly()
export type Terms = z.output<typeof Terms>
/** What a loan costs before anything goes wrong: its terms without penalty and extension. */
export type PricingTerms = Omit<Terms, 'penalty' | 'extension'>
