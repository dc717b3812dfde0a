import { expect, test } from 'vitest'
import { failureClass } from '#contract/loans/failure.ts'

test.for([
  ['bank_down', 'bank_down'],
  ['U30', 'other'],
  ['', 'other'],
])('a pay-out that failed with the code "%s" is of the class %s', ([code, its]) => {
  expect(failureClass(code!)).toBe(its)
})
