import { and, asc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { loanCode } from '#contract/loans/flow.ts'
import { pictureKinds } from '#contract/picture-kinds.ts'
import type { Db } from '#server/kernel/base/database.ts'
import { sha256 } from '#server/kernel/base/secrets.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { customerRows, type StoredCustomer } from '#server/modules/customers/store.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { drawnKey } from '#server/modules/pictures/steps/in-force.ts'
import { standInBoxes, standInSize } from '#server/modules/pictures/steps/stand-in-layout.ts'
import { customerPictureRows, type StoredPicture } from '#server/modules/pictures/store.ts'
import { qualityInspectionRows } from '#server/modules/quality-inspections/store.ts'
import { type NewReading, replaceReadings } from '#server/modules/readings/steps/readings.ts'
import { later, type SeedContext } from './history/context.ts'
import { addFindings, findingsOf } from './reviews/machine-findings.ts'

/** A number from 0 to 255 that always is the same of a customer: `at` has another one. */
const luckOf = (id: string, at: number): number =>
  Number.parseInt(sha256(`${id} pictures`).slice(at * 2, at * 2 + 2), 16)

type NamedCustomer = StoredCustomer & { readonly name: string }

/** Somebody who waits for a decision, and how many do before them: some of a few differ as well. */
interface Applicant {
  readonly customer: NamedCustomer
  readonly holder: string | null
  readonly nth: number
}

/** What stands on the papers of somebody. Some have typed another year, or have moved since the papers were made. */
function valuesOf({ customer, nth }: Applicant, { secrets, pack }: Pick<SeedContext, 'secrets' | 'pack'>) {
  const { id, birthDate, pan, aadhaar, sex } = customer
  const birthDiffers = findingsOf(customer, nth).differing.includes('birthDate')
  const addressDiffers = nth % 3 === 2
  const year = birthDate && String(Number(birthDate.slice(0, 4)) + 2)
  const typed = customer.address ?? ''
  const address = addressDiffers ? typed.replace(/^\d+ [^,]+/, `${1 + luckOf(id, 2)} ${pack.streets[0]}`) : typed
  const fathers = pack.givenNames.male
  const [given] = [fathers[luckOf(id, 3) % fathers.length]!]
  const family = pack.familyFirst ? customer.name.split(' ')[0]! : customer.name.split(' ').at(-1)!
  return {
    name: customer.name.toUpperCase(),
    fatherName: (pack.familyFirst ? `${family} ${given}` : `${given} ${family}`).toUpperCase(),
    birthDate: birthDate && (birthDiffers ? `${year}${birthDate.slice(4)}` : birthDate),
    sex: sex?.slice(0, 1).toUpperCase(),
    pan: pan && secrets.decrypt(pan),
    aadhaar: aadhaar && secrets.decrypt(aadhaar),
    address: address.replace(/ \S+$/, '').toUpperCase(),
    postcode: address.split(' ').at(-1) ?? '',
  }
}

/** What a machine has read off the papers of somebody, and what the bank says. */
function readingsFor(applicant: Applicant, context: SeedContext): NewReading[] {
  const { holder, customer } = applicant
  const { id } = customer
  const values: Readonly<Partial<Record<string, string | null>>> = valuesOf(applicant, context)
  const sure = (at: number) => 930_000 + (luckOf(id, at) % 7) * 10_000
  const papers = pictureKinds.flatMap((from) =>
    Object.entries(standInBoxes[from]).flatMap(([name, box], i) => {
      const field = name as NewReading['field'] // as the layout names it
      const value = values[field]
      return value ? [{ field, value, confidence: sure(4 + i), from, box }] : []
    }),
  )
  const { facePpm: confidence } = findingsOf(customer, applicant.nth)
  const face: NewReading = { field: 'face', value: 'alive', confidence, from: 'face', box: null }
  const account = {
    field: 'accountHolder',
    value: holder ?? '',
    confidence: sure(10),
    from: 'bank',
    box: null,
  } as const
  return [...papers, face, ...(holder ? [account] : [])]
}

/** Four pictures of somebody, none of which any camera made. */
const picturesFor = ({ id }: NamedCustomer, uploadedAt: Date): StoredPicture[] =>
  pictureKinds.map((kind) => ({
    ...{ id: sha256(`${id} ${kind}`).slice(0, 24) as StoredPicture['id'], customerId: id, kind }, // one of each
    ...{ fileKey: drawnKey, ...standInSize, sha256: sha256(`${id} ${kind} drawn`) },
    ...{ externalId: null, uploadedAt, replacedAt: null },
  }))

/** Adds pictures and readings of whoever waits for a decision, or whose decision is inspected: something to see. */
export async function addPictures(db: Db, context: SeedContext): Promise<void> {
  const undecided = inArray(loanRows.state, [loanCode.undecided, loanCode.reviewing])
  const inspected = sql`exists (select from ${qualityInspectionRows} q
    where q.loan_id = ${loanRows.id} and q.state = 'notInspected')`
  const waiting = and(or(undecided, inspected), isNotNull(customerRows.name))
  const rows = await db
    .select({ customer: customerRows, holder: cardRows.holder, loan: loanRows })
    .from(loanRows)
    .innerJoin(customerRows, eq(customerRows.id, loanRows.customerId))
    .leftJoin(cardRows, eq(cardRows.id, loanRows.cardId))
    .where(waiting)
    .orderBy(asc(loanRows.id))
  for (const [nth, { customer, holder, loan }] of rows.entries()) {
    const known = customer as NamedCustomer // as asked for
    const uploadedAt = later(loan.appliedAt, -6)
    await db.insert(customerPictureRows).values(picturesFor(known, uploadedAt)).onConflictDoNothing()
    const { secrets } = context
    await replaceReadings(db, customer.id, readingsFor({ customer: known, holder, nth }, context), {
      now: later(uploadedAt, 1),
      secrets,
    })
    // whoever the rules have not seen yet is reviewed when the demo runs
    if (loan.state !== loanCode.reviewing) await addFindings(db, loan, findingsOf(known, nth))
  }
}
