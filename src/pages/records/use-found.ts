import { formatMoney } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { Currency } from '#contract/kernel/values.ts'
import type { RuleTrace } from '#contract/loans/detail.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'

/** Says what a rule has found: an amount in its currency, yes or no, anything else as it is. */
export function useFound(currency: Currency) {
  const { text } = useText()
  const language = useLanguage()
  return ({ rule, value }: RuleTrace): string => {
    if (rule === 'limit' && Number.isInteger(Number(value)))
      return formatMoney(ofMinor(Number(value), currency), language)
    if (value === 'true' || value === 'false') return text(value === 'true' ? 'call.yes' : 'call.no')
    return value
  }
}
