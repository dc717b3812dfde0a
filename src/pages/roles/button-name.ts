import { type Button, buttons } from '#contract/kernel/rights.ts'

/** The name of a button code. */
export const buttonName = (code: number): Button =>
  (Object.keys(buttons) as Button[]).find((name) => buttons[name] === code)! // each code has one
