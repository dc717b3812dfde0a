import { formatMoney, formatRate } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { Currency, Rate } from '#contract/kernel/values.ts'
import type { RuleTrace } from '#contract/loans/detail.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText, worded } from '#src/locale/text.ts'

type Format = (value: string) => string

/** A number is formatted; what is none, since nobody has told it, stands as it is. */
const numbered = (format: (value: number) => string): Format => {
  return (value) => (value !== '' && Number.isFinite(Number(value)) ? format(Number(value)) : value)
}
const fieldNames: Format = (value) =>
  value
    .split(', ')
    .map((field) => `≠ ${worded('readings.field', field)}`)
    .join(', ')

/**
 * Says what a rule has found: an amount in its currency, a likeness in percent, what differs by its name, yes or no;
 * anything else as it is.
 */
export function useFound(currency: Currency) {
  const { text } = useText()
  const language = useLanguage()
  const yesOrNo: Readonly<Record<string, string>> = { true: text('call.yes'), false: text('call.no') }
  const formats: Readonly<Record<string, Format>> = {
    limit: numbered((minor) => formatMoney(ofMinor(minor, currency), language)),
    face: numbered((likeness) => formatRate(Math.round(likeness * 1e6) as Rate, language)), // in millionths
    machineReview: (value) => worded('machineReviews.state', value),
    readings: (value) => (value === '' ? text('call.yes') : fieldNames(value)),
  }
  return ({ rule, value }: RuleTrace): string => formats[rule]?.(value) ?? yesOrNo[value] ?? value
}
