import { expect, test } from 'vitest'
import { aadhaarValid, identityValid, ifscValid, panValid } from '#contract/loans/identity-numbers.ts'

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

test.for([
  [
    'MX',
    ['GODE561231GR8'],
    ['GODE561231GR', 'GOD561231GR8'],
    ['HEGG560427MVZRRL04'],
    ['HEGG560427MVZRRL05', 'HEGG560427'],
  ],
  ['VN', ['0123456789', '012345678901'], ['123'], ['001099012345'], ['101099012345', '00109901234']],
  [
    'ID',
    ['012345678901000', '3174015708900001'],
    ['01234567890'],
    ['3174015708900001'],
    ['3174018008900001', '31740157089'],
  ],
  ['PH', ['123456789', '123456789000'], ['12345678'], ['123456789012'], ['12345678901']],
  ['NG', ['22123456789'], ['12123456789'], ['12345678901'], ['1234567890']],
] as const)(
  '%s has numbers of its own that taxes and registers know people by',
  ([country, taxes, noTaxes, ids, noIds]) => {
    const which = (of: 'pan' | 'aadhaar', texts: readonly string[]) =>
      texts.map((text) => identityValid(of, text, country))

    expect([...which('pan', taxes), ...which('aadhaar', ids)]).not.toContain(false)
    expect([
      ...which('pan', noTaxes),
      ...which('aadhaar', noIds),
      identityValid('pan', 'ABCPE1234F', country),
    ]).not.toContain(true)
  },
)

test('of a country that nothing is known of any number may be one', () => {
  expect(identityValid('pan', 'anything', 'CL')).toBe(true)
})
