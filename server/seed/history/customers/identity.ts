import { verhoeff } from '#contract/loans/identity-numbers.ts'
import type { Random } from '#server/seed/history/random.ts'
import { banks } from '#server/seed/names.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const letter = (random: Random): string => letters[random.int(0, 25)]!

/** A PAN of a person: five letters, the fourth a P and the fifth that of the family name, four digits, a letter. */
export function panOf(familyName: string, random: Random): string {
  const begin = letter(random) + letter(random) + letter(random)
  return `${begin}P${familyName[0]!.toUpperCase()}${random.digits(4)}${letter(random)}`
}

/** A number of Aadhaar: twelve digits, the first 2 to 9, the last a check on the others. */
export function aadhaarFrom(random: Random): string {
  const digits = `${random.int(2, 9)}${random.digits(5)}${random.digits(5)}`
  const sum = verhoeff(digits, 1)
  return `${digits}${sum > 0 && sum < 5 ? 5 - sum : sum}` // the inverse: only the turns of the group have another
}

/** A mobile number as dialled in India. */
export const phoneFrom = (random: Random): string => `${random.int(6, 9)}${random.digits(9)}`

const bankWeights = banks.map(([code, name, weight]) => [{ code, name }, weight] as const)

/** A bank account: the bank, the branch by its IFSC, and the number. */
export interface BankAccount {
  readonly bank: string
  readonly ifsc: string
  readonly number: string
}

/** Accounts whose outcome with the sandbox is fixed are few. */
const fixedShare = 0.01

/** An account with one of the banks. */
export function accountFrom(random: Random): BankAccount {
  const { code, name } = random.weighted(bankWeights)
  const tail = random.chance(fixedShare) ? `000${random.int(0, 4)}` : `${random.int(1, 9)}${random.digits(3)}`
  const number = `${random.int(1, 9)}${random.digits(random.int(6, 9))}${tail}`
  return { bank: name, ifsc: `${code}0${random.digits(6)}`, number }
}
