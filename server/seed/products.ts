import type { z } from 'zod'
import type { Country } from '#contract/kernel/calendar.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { Terms } from '#contract/loans/terms.ts'
import { Levels, type ProductTerms } from '#contract/products/quota.ts'
import { packOf } from '#server/seed/countries/index.ts'
import { scaled } from '#server/seed/countries/pack.ts'

/** What is lent, and to which amount: first, more for every loan repaid on time, and at most. In minor units. */
export interface Product {
  readonly id: IdOf<'product'>
  readonly name: string
  readonly baseMinor: number
  readonly stepMinor: number
  readonly maxMinor: number
  readonly terms: Terms
}

/** Terms as they are written, before the schema calls a number a rate. */
type Unbranded<Value> = Value extends number
  ? number
  : Value extends object
    ? { [Key in keyof Value]: Unbranded<Value[Key]> }
    : Value

const product = (id: string, about: Omit<Product, 'id' | 'terms'> & { terms: Unbranded<z.input<typeof Terms>> }) => ({
  ...about,
  id: id as IdOf<'product'>, // products are named here
  terms: Terms.parse(about.terms),
})

const week = product('IN-7', {
  name: 'IN-7',
  baseMinor: 500_000,
  stepMinor: 50_000,
  maxMinor: 700_000,
  terms: {
    serviceRatePpm: 150_000,
    gstPpm: 0,
    dailyInterestPpm: 1_000,
    feeMode: 'upfront',
    earlyInterest: 'full',
    coolingOffDays: 1,
    coolingOffRefundsFee: false,
    periods: 1,
    daysPerPeriod: 7,
    tenureDays: 7,
    penalty: {
      graceDays: 0,
      base: 'outstandingPrincipal',
      tiers: [
        { fromDay: 1, toDay: 3, ratePpm: 5_000 },
        { fromDay: 4, toDay: 15, ratePpm: 10_000 },
        { fromDay: 16, toDay: null, ratePpm: 15_000 },
      ],
      capPpmOfPrincipal: 1_000_000,
      badDebtDays: 90,
      allocationOrder: 'penaltyFirst',
    },
    extension: {
      enabled: true,
      days: 7,
      fee: { ppm: 120_000 },
      commissionPpm: 10_000,
      timesMax: 3,
      minDaysBeforeDue: 2,
      maxOverdueDays: 30,
      chargeInterest: false,
    },
  },
})

const fortnight = product('IN-14', {
  name: 'IN-14',
  baseMinor: 800_000,
  stepMinor: 100_000,
  maxMinor: 1_200_000,
  terms: {
    ...week.terms,
    serviceRatePpm: 100_000,
    gstPpm: 180_000,
    dailyInterestPpm: 800,
    daysPerPeriod: 14,
    tenureDays: 14,
    penalty: { ...week.terms.penalty, graceDays: 1, tiers: [{ fromDay: 1, toDay: null, ratePpm: 8_000 }] },
    extension: { ...week.terms.extension, days: 14, fee: { ppm: 90_000 }, timesMax: 2, chargeInterest: true },
  },
})

const quarter = product('IN-90', {
  name: 'IN-90',
  baseMinor: 1_500_000,
  stepMinor: 250_000,
  maxMinor: 2_500_000,
  terms: {
    ...week.terms,
    serviceRatePpm: 60_000,
    gstPpm: 180_000,
    dailyInterestPpm: 600,
    feeMode: 'atDue',
    periods: 3,
    daysPerPeriod: 30,
    tenureDays: 90,
    penalty: {
      ...week.terms.penalty,
      graceDays: 3,
      tiers: [
        { fromDay: 1, toDay: 15, ratePpm: 3_000 },
        { fromDay: 16, toDay: null, ratePpm: 5_000 },
      ],
      capPpmOfPrincipal: 500_000,
      allocationOrder: 'interestFirst',
    },
    extension: { ...week.terms.extension, enabled: false },
  },
})

/** What the demo lends: a week and a fortnight in one instalment, and a quarter in three. */
export interface Products {
  readonly week: Product
  readonly fortnight: Product
  readonly quarter: Product
}
/** What the demo of India lends. */
export const products: Products = { week, fortnight, quarter }

/** The same with the amounts of another country, under its own name: `MX-7`. */
function productIn(country: Country, { id, baseMinor, stepMinor, maxMinor, terms }: Product): Product {
  const pack = packOf(country)
  const name = id.replace(/^IN/, country)
  const amounts = {
    baseMinor: scaled(baseMinor, pack),
    stepMinor: scaled(stepMinor, pack),
    maxMinor: scaled(maxMinor, pack),
  }
  return { id: name as IdOf<'product'>, name, ...amounts, terms } // named here
}

/** What the demo of a country lends. */
export const productsOf = (country: Country): Products => ({
  week: productIn(country, week),
  fortnight: productIn(country, fortnight),
  quarter: productIn(country, quarter),
})

const merchantId = (text: string) => text as IdOf<'merchant'> // merchants of the demo are named here
/** Who lends in the demo. The first one owns the products. */
export const merchants = [
  { id: merchantId('LENDLINE'), name: 'Lendline Finance' },
  { id: merchantId('HARBOUR'), name: 'Harbour Credit' },
] as const

/** The app that every customer of the demo came with. */
export const demoApp = 'Lendline'

/** The smallest loan, and what amounts differ by. */
const [leastMinor, betweenMinor] = [100_000, 50_000]

/** The terms of a product as it is configured: one level for everybody, and one tenure. `scale`: that of its country. */
export const productTerms = ({ baseMinor, stepMinor, maxMinor, terms }: Product, scale = 1): ProductTerms => {
  const { penalty, extension, tenureDays, ...loaned } = terms
  const amounts = { minMinor: scaled(leastMinor, { scale }), maxMinor, stepMinor: scaled(betweenMinor, { scale }) }
  const limits = { baseLimitMinor: baseMinor, limitStepMinor: stepMinor, maxLimitMinor: maxMinor }
  const level = { ...loaned, ...amounts, ...limits, level: 1, tenureDays: [tenureDays] }
  return { levels: Levels.parse([level]), penalty, extension }
}

/** The apps of the demo, in one group. */
export const demoAppGroup = { id: 'LENDLINE' as IdOf<'appGroup'>, name: 'Lendline' }
const publisher = { company: 'Lendline Finance', forcedUpdate: false }
/** What the contracts of the demo say beside the terms. */
export const demoContract = `{{borrower}} has read the key facts above before asking for the money, and received {{amount}} less what is kept back on {{date}}.

Complaints about this loan go to {{company}} first. Whoever is not content with the answer may turn to the ombudsman.`

/** What customers of the demo apply in. */
export const demoApps = [
  {
    ...{ id: demoApp as IdOf<'app'>, name: 'Lendline', package: 'com.lendline.loans', platform: 'android' as const },
    ...{ release: '3.2.0', ...publisher },
  },
  {
    ...{
      id: 'Lendline-iOS' as IdOf<'app'>,
      name: 'Lendline for iPhone',
      package: 'com.lendline.ios',
      platform: 'ios' as const,
    },
    ...{ release: '1.4.1', ...publisher },
  },
  {
    ...{
      id: 'Lendline-Lite' as IdOf<'app'>,
      name: 'Lendline Lite',
      package: 'com.lendline.lite',
      state: 'disabled' as const,
    },
    ...{ platform: 'android' as const, release: '1.0.7', ...publisher },
  },
]
