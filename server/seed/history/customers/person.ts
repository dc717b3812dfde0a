import { customer as customerSubject } from '#contract/customers.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import { lastFourOf, normalizeSecret } from '#contract/kernel/mask.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { ids } from '#server/kernel/base/ids.ts'
import { type CountryPack, scaled } from '#server/seed/countries/pack.ts'
import type { RowOf } from '#server/seed/history/book.ts'
import { later, type SeedContext } from '#server/seed/history/context.ts'
import type { LimitCoupon } from '#server/seed/history/money/coupons.ts'
import type { Card } from '#server/seed/history/orders/card-changes.ts'
import { Random } from '#server/seed/history/random.ts'
import { attributionOf } from '#server/seed/marketing/campaigns.ts'
import { educations, employments, professions } from '#server/seed/names.ts'
import { demoApp } from '#server/seed/products.ts'
import { departments } from '#server/seed/units.ts'
import { unassessed, writeCredit } from './credit.ts'
import { accountFrom } from './identity.ts'

/** A customer, as far as their orders care. */
export interface Person {
  readonly id: IdOf<'customer'>
  readonly sex: 'female' | 'male'
  readonly given: string
  readonly family: string
  readonly app: string
  readonly registeredAt: Date
  readonly birthDate: LocalDate
  readonly phone: string
}

const channels = [
  ['organic', 34],
  ['search', 24],
  ['social', 20],
  ['referral', 14],
  ['partner', 8],
] as const
const states = [
  ['enabled', 990],
  ['frozen', 6],
  ['disabled', 4],
] as const
const yearDays = 365.25
/** Minutes that KYC takes. */
const kycMinutes = 15

/** Somebody who registers at that moment. */
export function personFrom(context: SeedContext, registeredAt: Date, random: Random): Person {
  const sex = random.chance(0.38) ? 'female' : 'male'
  const id = context.book.id(customerSubject.ids, context.dateOf(registeredAt))
  return {
    id,
    phone: context.pack.phone(new Random(`${id} phone`)),
    sex,
    given: random.pick(context.pack.givenNames[sex]),
    family: random.pick(context.pack.familyNames),
    app: demoApp,
    registeredAt,
    birthDate: addDays(context.today, -Math.round(yearDays * (21 + random.next() * 34))),
  }
}

/** How old somebody is. */
export const ageOn = (day: LocalDate, { birthDate }: Pick<Person, 'birthDate'>): number =>
  Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (day.slice(5) < birthDate.slice(5) ? 1 : 0)

/** What a customer is called. */
export const nameOf = ({ given, family }: Pick<Person, 'given' | 'family'>, { familyFirst }: CountryPack): string =>
  familyFirst ? `${family} ${given}` : `${given} ${family}`

/** A name as an address of mail has it: without the signs over letters. */
const plain = (name: string): string =>
  name
    .replaceAll(/[đĐ]/g, 'd')
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')

/** A number that is kept encrypted, with what shows and finds it. */
const encryptedParts = ({ secrets }: SeedContext, of: 'pan' | 'aadhaar' | 'account', number: string) => {
  return {
    sealed: secrets.encrypt(number),
    tail: lastFourOf(number),
    index: secrets.blindIndex(normalizeSecret(of, number)),
  }
}

const nothing = { sealed: null, tail: null, index: null }
/** Who somebody is who has not told yet. */
const unknownDetails = {
  name: null,
  sex: null,
  email: null,
  birthDate: null,
  education: null,
  profession: null,
  employment: null,
  incomeMinor: null,
  address: null,
  ...{ maritalStatus: null, children: null, dwelling: null, company: null, companyAddress: null, postcode: null },
  pan: nothing,
  aadhaar: nothing,
}

/** An address in a city, and its postcode. */
function addressIn({ city, district }: { city: string; district: string }, pack: CountryPack, random: Random) {
  const [house, street] = [random.int(1, 240), random.pick(pack.streets)]
  const postcode = `${district}${random.digits(pack.postcodeDigits)}`
  return { address: `${house} ${street}, ${city} ${postcode}`, postcode }
}

const maritalStatuses = [
  ['single', 38],
  ['married', 54],
  ['divorced', 5],
  ['widowed', 3],
] as const
const dwellings = [
  ['withFamily', 40],
  ['rented', 36],
  ['owned', 18],
  ['employer', 5],
  ['other', 1],
] as const
const companyKinds = ['Traders', 'Textiles', 'Logistics', 'Services', 'Foods', 'Motors', 'Stores', 'Works']
const childrenMax = 3

/** Whom somebody lives with, and where they work. */
function householdOf({ id }: Person, { city, pack }: { city: string; pack: CountryPack }) {
  const random = new Random(`${id} household`)
  const maritalStatus = random.weighted(maritalStatuses)
  return {
    maritalStatus,
    children: maritalStatus === 'single' ? 0 : random.int(0, childrenMax),
    dwelling: random.weighted(dwellings),
    company: `${random.pick(pack.familyNames)} ${random.pick(companyKinds)}`,
    companyAddress: `${random.int(1, 99)} ${random.pick(pack.streets)}, ${city}`,
  }
}

/** Who somebody is, once they have told. */
function personalDetails(context: SeedContext, person: Person, random: Random) {
  const { given, family, sex } = person
  const { pack } = context
  const [city, district] = random.pick(pack.cities)
  return {
    name: nameOf(person, pack),
    sex,
    email: `${plain(given)}.${plain(family)}${random.int(1, 99)}@example.com`.toLowerCase(),
    birthDate: person.birthDate,
    education: random.pick(educations),
    profession: random.pick(professions),
    employment: random.pick(employments),
    incomeMinor: scaled(random.int(12, 90) * 100_000, pack),
    ...addressIn({ city, district }, pack, random),
    pan: encryptedParts(context, 'pan', pack.pan(family, random)),
    aadhaar: encryptedParts(context, 'aadhaar', pack.aadhaar(random)),
    ...householdOf(person, { city, pack }),
  }
}

/** What the orders of a customer have made of them. */
interface LoanSummary
  extends Pick<
    RowOf<'customers'>,
    'loansDone' | 'blacklisted' | 'held' | 'reviewed' | 'liveLoan' | 'applied' | 'borrowed' | 'paid' | 'kyc'
  > {
  /** Days that the worst of them was repaid late. */
  readonly worst: number
  /** Loans repaid on time. */
  readonly onTime: number
  /** A coupon that raises their limit. */
  readonly coupon: LimitCoupon | null
  /** When the last of them was repaid; none: none was. */
  readonly lastRepaidAt: Date | null
}

/** What somebody may borrow who has done KYC, as of their last loan that was repaid. */
function creditOf(
  context: SeedContext,
  person: Person,
  { state, blacklisted, worst, onTime, coupon, lastRepaidAt }: LoanSummary & Pick<RowOf<'customers'>, 'state'>,
) {
  return writeCredit(context, person.id, {
    ...{ accountEnabled: state === 'enabled', blacklisted, worstOverdueDays: worst, onTime, coupon },
    ageYears: ageOn(context.today, person),
    ...(lastRepaidAt
      ? { cause: 'repaid', at: lastRepaidAt }
      : { cause: 'identified', at: context.capped(later(person.registeredAt, kycMinutes)) }),
  })
}

const notErased = { stateReason: null, erasedOn: null, keptUntil: null }

/** Writes a customer down; `known`: whether they have told who they are. */
export function writeCustomer(
  context: SeedContext,
  person: Person,
  made: LoanSummary & { known: boolean },
  random: Random,
): void {
  const about = made.known ? personalDetails(context, person, random) : unknownDetails
  const state = random.weighted(states)
  const credit = made.kyc === 'done' ? creditOf(context, person, { ...made, state }) : unassessed
  context.book.buffers.customers.add({
    id: person.id,
    departmentId: departments.operations.id,
    name: about.name,
    phone: person.phone,
    email: about.email,
    ...notErased,
    birthDate: about.birthDate,
    sex: about.sex,
    education: about.education,
    profession: about.profession,
    employment: about.employment,
    incomeMinor: about.incomeMinor,
    address: about.address,
    maritalStatus: about.maritalStatus,
    children: about.children,
    dwelling: about.dwelling,
    company: about.company,
    companyAddress: about.companyAddress,
    postcode: about.postcode,
    kyc: made.kyc,
    pan: about.pan.sealed,
    panTail: about.pan.tail,
    panIndex: about.pan.index,
    aadhaar: about.aadhaar.sealed,
    aadhaarTail: about.aadhaar.tail,
    aadhaarIndex: about.aadhaar.index,
    app: person.app,
    ...attributionOf(random.weighted(channels), person.phone),
    kind: made.loansDone > 0 ? 'old' : 'new',
    state,
    ...{ blacklisted: made.blacklisted, loansDone: made.loansDone },
    ...{ held: made.held, reviewed: made.reviewed, liveLoan: made.liveLoan },
    ...{ applied: made.applied, borrowed: made.borrowed, paid: made.paid },
    ...credit,
    currency: context.currency,
    registeredAt: person.registeredAt,
  })
}

/** Somebody else whose account it is. */
const strangerFrom = ({ pack }: SeedContext, { sex }: Person, random: Random) => ({
  given: random.pick(pack.givenNames[sex]),
  family: random.pick(pack.familyNames),
})

/** Writes a card down. One of somebody else does not carry the customer's name. */
export function writeCard(
  context: SeedContext,
  person: Person,
  { bound, foreign }: { bound: boolean; foreign: boolean },
  random: Random,
): Card {
  const { bank, ifsc, number } = accountFrom(context.pack, random)
  const account = encryptedParts(context, 'account', number)
  const id = context.book.id(ids.card, context.dateOf(person.registeredAt))
  const similarityPpm = foreign ? random.int(9, 15) * 50_000 : random.int(88, 100) * 10_000
  context.book.buffers.cards.add({
    ...{ id, customerId: person.id, bank, ifsc },
    holder: nameOf(foreign ? strangerFrom(context, person, random) : person, context.pack),
    ...{ account: account.sealed, accountTail: account.tail, accountIndex: account.index },
    state: bound ? 'bound' : 'unbound',
    similarityPpm,
    boundAt: bound ? person.registeredAt : null,
  })
  return { id, similarityPpm }
}
