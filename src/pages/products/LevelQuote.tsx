import { useDeferredValue, useState } from 'react'
import { fieldsOf } from '#contract/kernel/field.ts'
import { products, QuoteAnswer } from '#contract/products/calls.ts'
import { amountCell } from '#contract/products/cell-codecs.ts'
import type { Level } from '#contract/products/quota.ts'
import { useCall } from '#src/call/query-client.ts'
import { errorMessage } from '#src/call/show-error.ts'
import { useCurrency } from '#src/locale/country.ts'
import { useText } from '#src/locale/text.ts'
import { RowDescription } from '#src/ui/data/DescriptionList.tsx'
import { RowTable } from '#src/ui/data/RowTable.tsx'
import { TextField } from '#src/ui/Field.tsx'
import styles from './Products.module.css'

const { periods } = QuoteAnswer.shape
const fields = { quote: fieldsOf(QuoteAnswer.omit({ periods: true })), periods: fieldsOf(periods.element) }

/** What a loan of this level would cost, as the server reckons it, while its terms are being typed. */
export function LevelQuote({ level }: { level: Level }) {
  const { text } = useText()
  const currency = useCurrency()
  const [asked, setAsked] = useState<string | null>(null)
  const [days, setDays] = useState<string | null>(null)
  const typed = asked ?? amountCell.write(level.maxMinor as never, currency) // what it writes is a number
  const tenure = days ?? String(level.tenureDays[0])
  const read = amountCell.read(typed, currency)
  const amountMinor = 'value' in read ? Number(read.value) : 0
  const input = useDeferredValue({ level, amountMinor, tenureDays: Number(tenure) })
  const possible = amountMinor > 0 && Number(tenure) > 0
  const quote = useCall(products.quote, input, { preview: true, enabled: possible })
  return (
    <section className={styles.quote}>
      <h4>{text('products.quote')}</h4>
      <div className={styles.asked}>
        <TextField
          label={text('products.amount')}
          value={typed}
          inputMode="decimal"
          onChange={({ target }) => setAsked(target.value)}
        />
        <TextField
          label={text('products.tenure')}
          value={tenure}
          inputMode="numeric"
          onChange={({ target }) => setDays(target.value)}
        />
      </div>
      {quote.error && <p className={styles.problem}>{errorMessage(quote.error)}</p>}
      {quote.data && (
        <>
          <RowDescription
            noun="products"
            fields={fields.quote}
            row={quote.data}
            show={['received', 'fee', 'gst', 'due', 'refundable', 'apr', 'interestApr']}
          />
          <RowTable
            name={text('products.quote')}
            noun="products"
            fields={fields.periods}
            rows={quote.data.periods.map((period, i) => ({ ...period, nth: i }))}
            id={({ nth }) => String(nth)}
            show={['days', 'principal', 'interest', 'fee', 'due']}
          />
        </>
      )}
    </section>
  )
}
