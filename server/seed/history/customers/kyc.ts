import { lastFourOf, normalizeSecret } from '#contract/kernel/mask.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type KycProgress, kycSteps } from '#contract/kyc.ts'
import { later, type SeedContext } from '#server/seed/history/context.ts'
import { Random } from '#server/seed/history/random.ts'
import { deviceFrom } from './device.ts'
import { nameOf, type Person } from './person.ts'

/** Where those stand who have told who they are and have applied for nothing yet. */
const standings = [
  ['contacts', 24],
  ['identity', 30],
  ['card', 16],
  ['live', 12],
  ['done', 18],
] as const satisfies readonly (readonly [KycProgress, number])[]
const relations = [
  ...(['parents', 'parents', 'sibling', 'spouse', 'friend', 'friend', 'colleague', 'child', 'other'] as const),
]
const beginShare = 0.6
/** Minutes within which whoever does not stop has done it all. */
const stepMinutes = 3

/** How far somebody is with KYC: nobody applies before they have done it all. */
export function standingOf({ known, hasOrders }: { known: boolean; hasOrders: boolean }, random: Random): KycProgress {
  if (hasOrders) return 'done'
  return known ? random.weighted(standings) : 'basic'
}

function writeSteps({ book }: SeedContext, { id, registeredAt }: Person, kyc: KycProgress, random: Random): void {
  const next = kyc === 'done' ? kycSteps.length : kycSteps.indexOf(kyc)
  for (const [nth, step] of kycSteps.entries()) {
    const isNext = nth === next && random.chance(beginShare)
    if (nth > next || (nth === next && !isNext)) break
    const begunAt = later(registeredAt, nth * stepMinutes)
    const doneAt = isNext ? null : later(begunAt, random.int(1, stepMinutes))
    book.buffers.kycSteps.add({ customerId: id, step, begunAt, doneAt, askedAt: null, reason: null })
  }
}

const contactCount = 3
function writeContacts(context: SeedContext, { id, family, registeredAt }: Person, random: Random): void {
  const { book, pack, secrets } = context
  for (let nth = 1; nth <= contactCount; nth++) {
    const relation = random.pick(relations)
    const sex = random.chance(0.5) ? 'female' : 'male'
    const isFamily = ['parents', 'sibling', 'spouse', 'child'].includes(relation)
    const person = {
      given: random.pick(pack.givenNames[sex]),
      family: isFamily ? family : random.pick(pack.familyNames),
    }
    const phone = pack.phone(random)
    book.buffers.contacts.add({
      ...{ id: `${id}-${nth}` as IdOf<'contact'>, customerId: id, relation, name: nameOf(person, pack) }, // as customers/steps makes it
      ...{ phone: secrets.encrypt(phone), phoneTail: lastFourOf(phone) },
      phoneIndex: secrets.blindIndex(normalizeSecret('phone', phone)),
      at: later(registeredAt, stepMinutes),
    })
  }
}

/** Writes down what somebody has done of KYC, whom they have named, and what they use the app on. */
export function writeKyc(context: SeedContext, person: Person, kyc: KycProgress): void {
  const random = new Random(`${person.id} kyc`)
  writeSteps(context, person, kyc, random)
  if (kycSteps.indexOf('contacts') < (kyc === 'done' ? kycSteps.length : kycSteps.indexOf(kyc))) {
    writeContacts(context, person, random)
  }
  context.book.buffers.devices.add({
    ...deviceFrom(person.id),
    ...{ customerId: person.id, firstSeenAt: person.registeredAt, seenAt: person.registeredAt },
  })
}
