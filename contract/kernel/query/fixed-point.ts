const zeros: Readonly<Record<string, number>> = { k: 3, m: 6, lakh: 5, crore: 7 }
const pattern = /^([+-]?)(\d+)(?:\.(\d+))?\s*(k|m|lakh|crore)?$/i

/**
 * `text` in units of 10 to the minus `places`, exactly: `12.5` with two places is 1250, `1.5k` with none 1500.
 * Otherwise what is wrong with it.
 */
export function parseFixedPoint(text: string, places: number): number | 'not_a_number' | 'too_precise' | 'too_large' {
  const match = pattern.exec(text)
  if (!match) return 'not_a_number'
  const [, sign = '', whole = '', decimals = '', scale = ''] = match
  const shift = places + (zeros[scale.toLowerCase()] ?? 0)
  const fraction = decimals.replace(/0+$/, '')
  if (fraction.length > shift) return 'too_precise'
  const value = Number(sign + whole + fraction.padEnd(shift, '0'))
  if (!Number.isSafeInteger(value)) return 'too_large'
  return value === 0 ? 0 : value // never -0
}

/** `value` units of 10 to the minus `places`, in the fewest digits: the inverse of `exact`. */
export function formatFixedPoint(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const fraction = digits.slice(whole.length).replace(/0+$/, '')
  return `${value < 0 ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}
