import { customer as customerSubject } from '#contract/customers.ts'
import { addDays } from '#contract/kernel/calendar.ts'
import { lastFourOf, normalizeSecret } from '#contract/kernel/mask.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { ids } from '#server/kernel/base/ids.ts'
import type { RowOf } from '#server/seed/history/book.ts'
import type { SeedContext } from '#server/seed/history/context.ts'
import type { Card } from '#server/seed/history/orders/card-changes.ts'
import type { Random } from '#server/seed/history/random.ts'
import { cities, educations, employments, familyNames, givenNames, professions, streets } from '#server/seed/names.ts'
import { departments } from '#server/seed/units.ts'
import { aadhaarFrom, accountFrom, panOf, phoneFrom } from './identity.ts'

/** A customer, as far as their orders care. */
export interface Person {
  readonly id: IdOf<'customer'>
  readonly sex: 'female' | 'male'
  readonly given: string
  readonly family: string
  readonly app: string
  readonly registeredAt: Date
  readonly birthDate: LocalDate
}

const apps = [
  ['Lendline', 78],
  ['Lendline Lite', 22],
] as const
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

/** Somebody who registers at that moment. */
export function personFrom(context: SeedContext, registeredAt: Date, random: Random): Person {
  const sex = random.chance(0.38) ? 'female' : 'male'
  return {
    id: context.book.id(customerSubject.ids, context.dateOf(registeredAt)),
    sex,
    given: random.pick(givenNames[sex]),
    family: random.pick(familyNames),
    app: random.weighted(apps),
    registeredAt,
    birthDate: addDays(context.today, -Math.round(yearDays * (21 + random.next() * 34))),
  }
}

/** What a customer is called. */
export const nameOf = ({ given, family }: Person): string => `${given} ${family}`

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
  pan: nothing,
  aadhaar: nothing,
}

/** Who somebody is, once they have told. */
function personalDetails(context: SeedContext, person: Person, random: Random) {
  const { given, family, sex } = person
  const [city, postcode] = random.pick(cities)
  return {
    name: nameOf(person),
    sex,
    email: `${given}.${family}${random.int(1, 99)}@example.com`.toLowerCase(),
    birthDate: person.birthDate,
    education: random.pick(educations),
    profession: random.pick(professions),
    employment: random.pick(employments),
    incomeMinor: random.int(12, 90) * 100_000,
    address: `${random.int(1, 240)} ${random.pick(streets)}, ${city} ${postcode}${random.digits(3)}`,
    pan: encryptedParts(context, 'pan', panOf(family, random)),
    aadhaar: encryptedParts(context, 'aadhaar', aadhaarFrom(random)),
  }
}

/** What the orders of a customer have made of them. */
type LoanSummary = Pick<RowOf<'customers'>, 'loansDone' | 'limitMinor' | 'blacklisted' | 'held'>

/** Writes a customer down; `known`: whether they have told who they are. */
export function writeCustomer(
  context: SeedContext,
  person: Person,
  made: LoanSummary & { known: boolean },
  random: Random,
): void {
  const about = made.known ? personalDetails(context, person, random) : unknownDetails
  context.book.buffers.customers.add({
    id: person.id,
    departmentId: departments.operations.id,
    name: about.name,
    phone: phoneFrom(random),
    email: about.email,
    birthDate: about.birthDate,
    sex: about.sex,
    education: about.education,
    profession: about.profession,
    employment: about.employment,
    incomeMinor: about.incomeMinor,
    address: about.address,
    pan: about.pan.sealed,
    panTail: about.pan.tail,
    panIndex: about.pan.index,
    aadhaar: about.aadhaar.sealed,
    aadhaarTail: about.aadhaar.tail,
    aadhaarIndex: about.aadhaar.index,
    app: person.app,
    channel: random.weighted(channels),
    kind: made.loansDone > 0 ? 'old' : 'new',
    state: random.weighted(states),
    blacklisted: made.blacklisted,
    held: made.held,
    loansDone: made.loansDone,
    limitMinor: made.limitMinor,
    currency: context.currency,
    registeredAt: person.registeredAt,
  })
}

/** Writes a card down. One of somebody else does not carry the customer's name. */
export function writeCard(
  context: SeedContext,
  person: Person,
  { bound, foreign }: { bound: boolean; foreign: boolean },
  random: Random,
): Card {
  const { bank, ifsc, number } = accountFrom(random)
  const account = encryptedParts(context, 'account', number)
  const id = context.book.id(ids.card, context.dateOf(person.registeredAt))
  const similarityPpm = foreign ? random.int(9, 15) * 50_000 : random.int(88, 100) * 10_000
  context.book.buffers.cards.add({
    ...{ id, customerId: person.id, bank, ifsc },
    holder: foreign ? `${random.pick(givenNames[person.sex])} ${random.pick(familyNames)}` : nameOf(person),
    ...{ account: account.sealed, accountTail: account.tail, accountIndex: account.index },
    state: bound ? 'bound' : 'unbound',
    similarityPpm,
    boundAt: bound ? person.registeredAt : null,
  })
  return { id, similarityPpm }
}
