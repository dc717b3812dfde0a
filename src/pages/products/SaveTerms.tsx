import { type FormEvent, useId, useState } from 'react'
import { businessDate, toInstant } from '#contract/kernel/calendar.ts'
import { LocalDate } from '#contract/kernel/values.ts'
import type { Product } from '#contract/products/row.ts'
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
  const date = LocalDate.safeParse(from)
  const press = async (event: FormEvent) => {
    event.preventDefault()
    if (!save || !date.success || busy) return
    setBusy(true)
    const saved = await save(date.data).then(
      (product) => product,
      () => null, // said already
    )
    if (saved) toast('good', text(saved.waiting > 0 ? 'products.filed' : 'products.saved', { date: from }))
    setBusy(false)
  }
  return (
    <form className={styles.actions} onSubmit={press}>
      {children}
      <div className={styles.effective}>
        <label htmlFor={id}>{text('products.effectiveFrom')}</label>
        <input id={id} type="date" min={today} value={from} onChange={({ target }) => setFrom(target.value)} />
      </div>
      <Button type="submit" tone="accent" busy={busy} disabled={!save || !date.success}>
        {text('products.save')}
      </Button>
    </form>
  )
}
