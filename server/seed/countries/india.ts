import { verhoeff } from '#contract/loans/identity-numbers.ts'
import { banks, cities, familyNames, givenNames, streets } from '#server/seed/names.ts'
import type { CountryPack } from './pack.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** India. */
export const india: CountryPack = {
  ...{ givenNames, familyNames, cities, postcodeDigits: 3, streets, banks, scale: 1 },
  branch: (code, random) => `${code}0${random.digits(6)}`,
  phone: (random) => `${random.int(6, 9)}${random.digits(9)}`,
  // five letters, the fourth a P and the fifth that of the family name, four digits, a letter
  pan(family, random) {
    const letter = () => letters[random.int(0, 25)]!
    const begin = letter() + letter() + letter()
    return `${begin}P${family[0]!.toUpperCase()}${random.digits(4)}${letter()}`
  },
  // twelve digits, the first 2 to 9, the last a check on the others
  aadhaar(random) {
    const digits = `${random.int(2, 9)}${random.digits(5)}${random.digits(5)}`
    const sum = verhoeff(digits, 1)
    return `${digits}${sum > 0 && sum < 5 ? 5 - sum : sum}` // the inverse: only the turns of the group have another
  },
}
