import { mask } from '#contract/kernel/mask.ts'
import type { Secret } from '#contract/kernel/values.ts'

/** Fields of a message that identify people, by their names in small letters, … */
const personal: Readonly<Record<string, Secret>> = {
  ...{ phone: 'phone', mobile: 'phone', to: 'phone', email: 'email', pan: 'pan', aadhaar: 'aadhaar' },
  ...{ account: 'account', accountnumber: 'account', cardnumber: 'account', upi: 'upi', vpa: 'upi' },
}
/** … and what nobody is told of at all. */
const hidden = /name$|token|secret|password|otp|text|link/

function maskedValue(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => maskedValue(name, one))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, maskedValue(key, one)]))
  }
  const field = name.toLowerCase()
  const secret = personal[field]
  if (secret) return mask(secret, String(value))
  return hidden.test(field) ? '•••' : value
}

/** The body of a message as it may be read: personal data masked, secrets left out. */
export const maskedBody = (body: unknown): string => JSON.stringify(maskedValue('', body))
