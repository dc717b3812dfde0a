import { eq, type SQL, sql } from 'drizzle-orm'
import type { LookUpKind } from '#contract/find.ts'
import { normalizeSecret } from '#contract/kernel/mask.ts'
import { type Db, rowsOf } from '#server/kernel/base/database.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import { escapeLike } from '#server/kernel/listing/escape-like.ts'
import { cardRows } from '#server/modules/cards/store.ts'
import { customerRows } from '#server/modules/customers/store.ts'
import { paymentRows } from '#server/modules/payments/store.ts'
import { proofRows } from '#server/modules/proofs/store.ts'
import { writeOffRows } from '#server/modules/write-offs/store.ts'
import { phonesOf } from './parse-term.ts'

/** Whose value it is: customers, and orders where it stands at a payment. */
export interface LookUpMatches {
  readonly customers: readonly string[]
  readonly loans: readonly string[]
}

/** One full value of masked data, and what stands beside the end of an Aadhaar number. */
export interface LookUp {
  readonly of: LookUpKind
  readonly value: string
  readonly beside?: string | undefined
}

/** Most customers or orders of one value that are looked at. */
const matchesMax = 50

/** What a whole value looks like, normalised: less of it would be guessing. */
const fullValue: Readonly<Record<LookUpKind, RegExp>> = {
  phone: /^\d{8,15}$/,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  pan: /^[A-Z\d]{8,20}$/,
  aadhaar: /^(?:\d{12}|\d{4})$/,
  account: /^[A-Z\d]{6,34}$/,
  upi: /^[^\s@]{2,}@[^\s@]{2,}$/,
}

const anyPhone = (text: string): SQL | null => {
  const phones = phonesOf(text)
  if (phones.length === 0) return null
  return sql`${customerRows.phone} in (${sql.join(
    phones.map((phone) => sql`${phone}`),
    sql`, `,
  )})`
}

/** The end of an Aadhaar number beside a full phone or the exact name: alone it would be one in ten thousand. */
function aadhaarEnd(value: string, beside: string | undefined): SQL {
  if (!beside) throw new Refusal('look_up_beside', undefined, { field: 'beside' })
  const whose = anyPhone(beside) ?? sql`(${customerRows.name} ilike ${escapeLike(beside)})`
  return sql`${whose} and ${customerRows.aadhaarTail} = ${value}`
}

/** The condition that finds customers by a value; null where it does not stand with them. */
function customerCondition({ of, beside }: LookUp, value: string, { app }: Pick<Context, 'app'>): SQL | null {
  switch (of) {
    case 'phone':
      return anyPhone(value)
    case 'email':
      return sql`lower(${customerRows.email}) = ${value}`
    case 'pan':
      return eq(customerRows.panIndex, app.secrets.blindIndex(value))
    case 'aadhaar':
      return value.length === 4
        ? aadhaarEnd(value, beside)
        : eq(customerRows.aadhaarIndex, app.secrets.blindIndex(value))
    case 'account':
      return sql`${customerRows.id} in (select ${cardRows.customerId} from ${cardRows}
        where ${cardRows.accountIndex} = ${app.secrets.blindIndex(value)})`
    case 'upi':
      return null
  }
}

const idsOf = async (tx: Db, query: SQL) =>
  (await rowsOf<{ id: string }>(tx, sql`${query} limit ${matchesMax}`)).map(({ id }) => id)

/** Whose value it is. @throws Refusal `look_up_full`, `look_up_beside`, with the field. */
export async function matchValue(asked: LookUp, context: Pick<Context, 'tx' | 'app'>): Promise<LookUpMatches> {
  const { tx } = context
  const value = normalizeSecret(asked.of, asked.value.normalize('NFKC'))
  if (!fullValue[asked.of].test(value)) throw new Refusal('look_up_full', undefined, { field: 'value' })
  const whose = customerCondition(asked, value, context)
  const customers = whose
    ? await idsOf(tx, sql`select ${customerRows.id} as id from ${customerRows} where ${whose}`)
    : []
  const loans =
    asked.of === 'upi'
      ? await idsOf(
          tx,
          sql`select ${paymentRows.loanId} as id from ${paymentRows} where lower(${paymentRows.upi}) = ${value}
              union select ${proofRows.loanId} from ${proofRows} where lower(${proofRows.upi}) = ${value}
              union select ${writeOffRows.loanId} from ${writeOffRows} where lower(${writeOffRows.upi}) = ${value}`,
        )
      : []
  return { customers, loans }
}
