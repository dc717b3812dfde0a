import { type FormEvent, useId, useState } from 'react'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { LocalDate } from '#contract/kernel/values.ts'
import type { Product } from '#contract/products/row.ts'
import { parseContext } from '#src/command/arguments/draft-text.ts'
import { parseDate } from '#src/command/arguments/parse-arg.ts'
import { useCountry } from '#src/locale/country.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import styles from './Products.module.css'

interface Props {
  /** Sends the change; null while what is typed is not right. */
  readonly save: ((effectiveFrom: LocalDate) => Promise<Product>) | null
  /** More to press, in front. */
  readonly children?: React.ReactNode
}

/** From which day on the change counts, and the button that makes it. */
export function SaveTerms({ save, children }: Props) {
  const { text } = useText()
  const country = useCountry()
  const today = businessDate(toInstant(new Date()), country)
  const [from, setFrom] = useState<string>(today)
  const [busy, setBusy] = useState(false)
  const id = useId()
  const read = parseDate(from.trim(), { ...parseContext(), today })
  const date = 'value' in read ? LocalDate.parse(read.value) : null
  const right = date !== null && date >= today
  const press = async (event: FormEvent) => {
    event.preventDefault()
    if (!save || !right || busy) return
    setBusy(true)
    const saved = await save(date).then(
      (product) => product,
      () => null, // said already
    )
    if (saved) toast('good', text(saved.waiting > 0 ? 'products.filed' : 'products.saved', { date }))
    setBusy(false)
  }
  return (
    <form className={styles.actions} onSubmit={press}>
      {children}
      <div className={styles.effective}>
        <label htmlFor={id}>{text('products.effectiveFrom')}</label>
        <input
          id={id}
          placeholder="2026-12-31"
          value={from}
          aria-invalid={right ? undefined : true}
          onChange={({ target }) => setFrom(target.value)}
          onBlur={() => date && setFrom(date)}
        />
      </div>
      <Button type="submit" tone="accent" busy={busy} disabled={!save || !right}>
        {text('products.save')}
      </Button>
    </form>
  )
}
