import type { FieldMeta } from '#contract/kernel/field.ts'
import { formatDay, formatMoney, formatRate } from '#contract/kernel/format.ts'
import type { Money, Ref } from '#contract/kernel/values.ts'
import { tonesOf } from '#src/locale/choices.ts'
import { useCountry } from '#src/locale/country.ts'
import { formatInstant } from '#src/locale/format.ts'
import { useLanguage } from '#src/locale/language.ts'
import { hasText, useText, worded } from '#src/locale/text.ts'
import { StateBadge } from './StateBadge.tsx'
import styles from './Value.module.css'

type Props = { readonly of: FieldMeta; readonly value: unknown }

/** A word or code of a vocabulary, as a state where its words have tones. */
function ChoiceValue({ of: field, value }: Props) {
  const { word } = useText()
  const chosen = value as string | number // a choice holds nothing else
  const said = word(field.of ?? '', chosen)
  const tones = tonesOf(field)
  if (Object.keys(tones).length === 0) return said
  return (
    <StateBadge tone={tones[chosen]} code={typeof chosen === 'number' ? chosen : undefined}>
      {said}
    </StateBadge>
  )
}

function Moment({ value }: { value: string }) {
  const country = useCountry()
  return (
    <time dateTime={value} className={styles.data}>
      {formatInstant(value, country)}
    </time>
  )
}

const Data = ({ children }: { children: string }) => <span className={styles.data}>{children}</span>

/** What somebody outside has written: no screen reader reads it as if it were in the language of the screen. */
const Quotation = ({ children }: { children: string }) => <q lang="">{children}</q>

/** One value of a row, shown as its kind asks. What is missing is a dash. */
export function Value({ of, value }: Props) {
  const { text } = useText()
  const language = useLanguage()
  if (value === null || value === undefined) return <span className={styles.none}>–</span>
  // the field of the contract says what the value is
  switch (of.kind) {
    case 'money':
      return <Data>{formatMoney(value as Money, language)}</Data>
    case 'rate':
      return <Data>{formatRate(value as number, language)}</Data>
    case 'date':
      return <Data>{formatDay(of)(value)}</Data>
    case 'instant':
      return <Moment value={value as string} />
    case 'choice':
      return <ChoiceValue of={of} value={value} />
    case 'flag':
      return text(value ? 'call.yes' : 'call.no')
    case 'ref':
      return (value as Ref).name
    case 'tags':
      return (value as readonly unknown[]).join(', ')
    case 'text':
      if (of.quoted && !(of.of && hasText(`${of.of}.${value}`))) return <Quotation>{String(value)}</Quotation>
      if (of.lang) return <span lang={of.lang}>{String(value)}</span>
      return of.of === undefined ? String(value) : worded(of.of, String(value))
    case 'name':
      return String(value)
    default:
      return <Data>{String(value)}</Data>
  }
}
