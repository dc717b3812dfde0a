import { expect, test } from 'vitest'
import { isMobileNumber, nationalNumber } from '#contract/kernel/phone-numbers.ts'

test.for([
  ['IN', '9876543210', ['919876543210', '09876543210', '9876543210']],
  ['IN', '9198765432', ['9198765432', '919198765432']],
  ['MX', '5512345678', ['525512345678', '5512345678']],
  ['MX', '5255123456', ['5255123456', '525255123456']],
  ['VN', '912345678', ['84912345678', '0912345678', '912345678']],
  ['VN', '841234567', ['0841234567', '84841234567']],
  ['ID', '81234567890', ['6281234567890', '081234567890', '81234567890']],
  ['ID', '812345678', ['62812345678', '0812345678']],
  ['PH', '9171234567', ['639171234567', '09171234567']],
  ['NG', '8031234567', ['2348031234567', '08031234567']],
  ['CL', '987654321', ['56987654321', '0987654321', '987654321']],
] as const)('%s: %s is the same number however it is dialled', ([country, national, written]) => {
  expect(written.map((digits) => nationalNumber(digits, country))).toEqual(written.map(() => national))
  expect(isMobileNumber(national, country)).toBe(true)
})

test.for([
  ['IN', '5876543210'],
  ['IN', '98765432100'],
  ['MX', '0512345678'],
  ['VN', '212345678'],
  ['ID', '7123456789'],
  ['PH', '8171234567'],
  ['NG', '6031234567'],
] as const)('in %s %s is no mobile number', ([country, digits]) => {
  expect(isMobileNumber(digits, country)).toBe(false)
})
