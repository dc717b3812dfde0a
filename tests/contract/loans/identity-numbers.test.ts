import { expect, test } from 'vitest'
import { aadhaarValid, ifscValid, panValid } from '#contract/loans/identity-numbers.ts'

test.for([
  ['234123412346', true],
  ['299999999992', true],
  ['234123412347', false],
  ['134123412346', false],
  ['23412341234', false],
] as const)('%s is a number of Aadhaar: %s', ([digits, valid]) => {
  expect(aadhaarValid(digits)).toBe(valid)
})

test.for([
  ['ABCPE1234F', true],
  ['ABCXE1234F', false],
  ['ABCPE1234', false],
  ['abcpe1234f', false],
] as const)('%s is a PAN of a person: %s', ([pan, valid]) => {
  expect(panValid(pan)).toBe(valid)
})

test.for([
  ['HDFC0000123', true],
  ['HDFC1000123', false],
  ['HDF00000123', false],
] as const)('%s is the code of a branch: %s', ([code, valid]) => {
  expect(ifscValid(code)).toBe(valid)
})
