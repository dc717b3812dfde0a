/** A PAN of a person: five letters, the fourth a P, four digits, a letter. Source: Income Tax Department of India. */
export const panValid = (pan: string): boolean => /^[A-Z]{3}P[A-Z]\d{4}[A-Z]$/.test(pan)

/** The group of a pentagon's ten symmetries. Source: J. Verhoeff, Error Detecting Decimal Codes, 1969. */
const turned = (a: number, b: number): number =>
  a < 5 ? (b < 5 ? (a + b) % 5 : 5 + ((a + b) % 5)) : b < 5 ? 5 + ((a - b) % 5) : (a - b + 10) % 5
const shuffle = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]
const shuffled = (digit: number, times: number): number => (times === 0 ? digit : shuffled(shuffle[digit]!, times - 1))

/** Verhoeff checksum of digits, the last one being the `from`th from the right. 0 for what is valid. */
export const verhoeff = (digits: string, from: number): number =>
  [...digits].reverse().reduce((sum, digit, i) => turned(sum, shuffled(Number(digit), (i + from) % 8)), 0)

/** A number of Aadhaar: twelve digits, the first 2 to 9, the last a check on the others. */
export const aadhaarValid = (digits: string): boolean => /^[2-9]\d{11}$/.test(digits) && verhoeff(digits, 0) === 0

/** The code of an Indian bank's branch. Source: Reserve Bank of India. */
export const ifscValid = (code: string): boolean => /^[A-Z]{4}0[A-Z0-9]{6}$/.test(code)
