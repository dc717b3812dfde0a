import { useState } from 'react'
import type { z } from 'zod'
import type { LocalDate } from '#contract/kernel/values.ts'
import { products } from '#contract/products/calls.ts'
import type { TermField } from '#contract/products/fields.ts'
import type { Product } from '#contract/products/row.ts'
import { useCurrency } from '#src/locale/country.ts'
import { may } from '#src/session/base/session.ts'
import { SaveTerms } from './SaveTerms.tsx'
import { TermFields } from './TermFields.tsx'
import { parseTermsDraft, termsDraftOf } from './terms-draft.ts'

interface Props<Value extends object> {
  /** What its labels stand under. */
  readonly labels: string
  readonly fields: readonly TermField[]
  readonly schema: z.ZodType<Value>
  /** What is in force; none yet. */
  readonly value: Value | null
  save(value: Value, effectiveFrom: LocalDate): Promise<Product>
}

/** A part of a product's terms that is one of its kind: penalty, extension. */
export function TermsForm<Value extends object>({ labels, fields, schema, value, save }: Props<Value>) {
  const currency = useCurrency()
  const locked = !may(products.editPenalty.requires)
  const [draft, setDraft] = useState(() => (value ? termsDraftOf(fields, value, currency) : {}))
  const read = parseTermsDraft(draft, { fields, schema }, currency)
  return (
    <>
      <TermFields
        fields={fields}
        of={labels}
        draft={draft}
        problems={'problems' in read ? read.problems : {}}
        locked={locked}
        onDraft={setDraft}
      />
      {!locked && <SaveTerms save={'value' in read ? (from) => save(read.value, from) : null} />}
    </>
  )
}
