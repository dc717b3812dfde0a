import type { CountryPack } from '#server/seed/countries/pack.ts'
import type { Random } from '#server/seed/history/random.ts'

/** A bank account: the bank, the branch by its code where banks have such, and the number. */
export interface BankAccount {
  readonly bank: string
  readonly ifsc: string | null
  readonly number: string
}

/** Accounts whose outcome with the sandbox is fixed are few. */
const fixedShare = 0.01

/** An account with one of the banks of a country. */
export function accountFrom({ banks, branch }: CountryPack, random: Random): BankAccount {
  const { code, name } = random.weighted(banks.map(([code, name, weight]) => [{ code, name }, weight] as const))
  const tail = random.chance(fixedShare) ? `000${random.int(0, 4)}` : `${random.int(1, 9)}${random.digits(3)}`
  const number = `${random.int(1, 9)}${random.digits(random.int(6, 9))}${tail}`
  return { bank: name, ifsc: branch?.(code, random) ?? null, number }
}
