import { z } from 'zod'
import { mulPpm } from '../kernel/money.ts'
import { finalLimit } from '../loans/limit.ts'
import { type ExtensionTerms, feeFits, type PenaltyTerms, Terms, tenureFits, whenFieldsValid } from '../loans/terms.ts'

/** Most that may be lent at once, in minor units. */
const minorMax = 1_000_000_000_000
const Minor = z.int().min(0).max(minorMax)
/** Most levels of customers that a product tells apart. */
const levelsMax = 10
/** Most tenures that a customer can choose from. */
const tenuresMax = 10

/** The terms of one level, but for what every level of a product has in common. */
const Loaned = z.object(Terms.unwrap().shape).omit({ penalty: true, extension: true, tenureDays: true })

/** Fee and tax on the smallest loan of a level. */
function keptBack({ minMinor, serviceRatePpm, gstPpm }: { minMinor: number; serviceRatePpm: number; gstPpm: number }) {
  const fee = mulPpm(minMinor, serviceRatePpm)
  return fee + mulPpm(fee, gstPpm)
}

/**
 * What customers of one level may borrow, for how long, and what it costs. Level 1 is for a first loan, level 2 for whoever
 * has repaid one, and so on; the last level is for everybody beyond. Amounts are in minor units of the product's currency.
 */
export const Level = Loaned.extend({
  level: z.int().min(1),
  /** What one loan may be: from, to, and in steps of. */
  minMinor: Minor.min(1),
  maxMinor: Minor.min(1),
  stepMinor: Minor.min(1),
  /** What a customer may borrow at first, what every loan repaid on time adds, and where that ends. */
  baseLimitMinor: Minor,
  limitStepMinor: Minor,
  maxLimitMinor: Minor,
  /** How long a loan may run: any of these. */
  tenureDays: z.array(Terms.unwrap().shape.tenureDays).min(1).max(tenuresMax),
})
  .refine(({ minMinor, maxMinor }) => minMinor <= maxMinor, { error: 'range_reversed', path: ['maxMinor'] })
  .refine(({ baseLimitMinor, maxLimitMinor }) => baseLimitMinor <= maxLimitMinor, {
    error: 'range_reversed',
    path: ['maxLimitMinor'],
  })
  .refine((level) => level.tenureDays.every((days) => tenureFits(level, days)), {
    error: 'tenure_too_short',
    path: ['tenureDays'],
  })
  .refine((level) => feeFits(level) && (level.minMinor < 1 || keptBack(level) < level.minMinor), {
    error: 'fee_not_below_amount',
    path: ['serviceRatePpm'],
    when: whenFieldsValid,
  })
export type Level = z.output<typeof Level>

/** A product's levels, 1 for the first, none left out. */
export const Levels = z
  .array(Level)
  .min(1)
  .max(levelsMax)
  .refine((levels) => levels.every(({ level }, i) => level === i + 1), { error: 'levels_not_counted' })
export type Levels = z.output<typeof Levels>

/** What a product is made of, beside its name. */
export interface ProductTerms {
  readonly levels: Levels
  readonly penalty: PenaltyTerms
  readonly extension: ExtensionTerms
}

/** The level of a customer who has repaid so many loans. */
export const levelFor = (levels: Levels, loansDone: number): Level => levels[Math.min(loansDone, levels.length - 1)]!

/** The terms a loan of that level and tenure is lent on. Zod leaves out what belongs to the level only. */
export const termsOf = (
  level: Level,
  { penalty, extension }: Pick<ProductTerms, 'penalty' | 'extension'>,
  tenureDays: number,
): Terms => Terms.parse({ ...level, penalty, extension, tenureDays })

/** What a customer of that level may borrow who has repaid so many loans on time. */
export const limitOf = (
  { baseLimitMinor, limitStepMinor, maxLimitMinor }: Level,
  { onTimeReloans, couponMinor = 0 }: { readonly onTimeReloans: number; readonly couponMinor?: number },
): number =>
  finalLimit({
    baseMinor: baseLimitMinor,
    stepMinor: limitStepMinor,
    maxMinor: maxLimitMinor,
    onTimeReloans,
    couponMinor,
  })
