import { fieldsOf } from '#contract/kernel/field.ts'
import { formatMoney } from '#contract/kernel/format.ts'
import { ofMinor } from '#contract/kernel/money.ts'
import type { Currency } from '#contract/kernel/values.ts'
import { LoanDetail, type RuleTrace } from '#contract/loans/detail.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { TablePanel } from './RecordPanels.tsx'

const { element } = LoanDetail.shape.decisions
const { trace } = element.shape
const fields = { decisions: fieldsOf(element.omit({ trace: true })), trace: fieldsOf(trace.element) }

/** Says what a rule has found: an amount in its currency, yes or no, anything else as it is. */
function useFound(currency: Currency) {
  const { text } = useText()
  const language = useLanguage()
  return ({ rule, value }: RuleTrace): string => {
    if (rule === 'limit' && Number.isInteger(Number(value)))
      return formatMoney(ofMinor(Number(value), currency), language)
    if (value === 'true' || value === 'false') return text(value === 'true' ? 'call.yes' : 'call.no')
    return value
  }
}

/** Who or what has decided on an order, and what the rules looked at the last time. */
export function LoanDecisions({ decisions, currency }: Pick<LoanDetail, 'decisions'> & { currency: Currency }) {
  const { text, word } = useText()
  const found = useFound(currency)
  const traced = decisions.findLast((decision) => decision.trace.length > 0)
  return (
    <>
      <TablePanel
        title={text('loans.section.decisions')}
        noun="loans"
        fields={fields.decisions}
        rows={decisions}
        id={({ id }) => String(id)}
        show={['outcome', 'code', 'remark', 'decidedBy', 'at']}
      />
      {traced && (
        <TablePanel
          title={text('loans.section.trace')}
          noun="loans"
          fields={fields.trace}
          rows={traced.trace.map((step) => ({ ...step, rule: word('loans.rule', step.rule), value: found(step) }))}
          id={({ rule }) => rule}
          show={['rule', 'value', 'hit']}
        />
      )}
    </>
  )
}
