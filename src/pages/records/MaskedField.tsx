import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { customers } from '#contract/customers.ts'
import type { Revealable } from '#contract/kernel/personal-data.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { call } from '#src/call/call.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { Value } from '#src/ui/data/Value.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import styles from './MaskedField.module.css'
import { RevealDialog } from './RevealDialog.tsx'

/** So long it stands there before it is hidden again. */
const shownMs = 60_000
const masked = { kind: 'masked' } as const

interface Props {
  readonly id: IdOf<'customer'>
  /** Whom they have named; none: what is theirs. */
  readonly contact?: IdOf<'contact'>
  readonly field: Revealable
  /** As everybody sees it. */
  readonly value: string | null
}

/** Personal data, masked; whoever may has it shown for a minute. It is kept here only, and nowhere else. */
export function MaskedField({ id, contact, field, value }: Props) {
  const { text, say } = useText()
  const [asking, setAsking] = useState(false)
  const [whole, setWhole] = useState<string | null>(null)
  useEffect(() => {
    if (whole === null) return
    const timer = setTimeout(() => setWhole(null), shownMs)
    return () => clearTimeout(timer)
  }, [whole])
  if (value === null || !may(customers.reveal.requires)) return <Value of={masked} value={value} />
  const Sign = whole === null ? Eye : EyeOff
  const act = text(whole === null ? 'customers.reveal.field' : 'customers.reveal.hide', {
    field: say(`customers.${field}`),
  })
  return (
    <span className={styles.value}>
      <Value of={masked} value={whole ?? value} />
      <IconButton
        label={act}
        className={styles.eye}
        onClick={() => (whole === null ? setAsking(true) : setWhole(null))}
      >
        <Sign size={13} aria-hidden="true" />
      </IconButton>
      {asking && (
        <RevealDialog
          title={text('customers.reveal.field', { field: say(`customers.${field}`) })}
          onReveal={async (reason) => {
            setWhole((await call(customers.reveal, { id, contact, field, reason })).value)
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  )
}
