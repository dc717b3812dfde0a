import type { z } from 'zod'
import { type Field, fieldOf, fieldsOf } from '#contract/kernel/field.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { type Difference, products, type TermsPart } from '#contract/products/calls.ts'
import { extensionFields, levelFields, penaltyFields } from '#contract/products/fields.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { useText } from '#src/locale/text.ts'
import { RowTable } from '#src/ui/data/RowTable.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import styles from './Products.module.css'

const { element } = products.history.output.shape.revisions
type Revision = z.output<typeof element>
const fields: readonly Field[] = [
  ...fieldsOf(element.omit({ changes: true })),
  fieldOf('changes', element.shape.note.unwrap()),
]

/** What the table shows: of everything, and of what waits. */
const columns = {
  all: ['part', 'state', 'effectiveFrom', 'inForce', 'changes', 'madeBy', 'madeAt', 'checkedBy', 'note'],
  waiting: ['part', 'changes', 'effectiveFrom', 'madeBy', 'madeAt'],
} as const

const cells = Object.fromEntries(
  Object.entries({ quota: levelFields, penalty: penaltyFields, extension: extensionFields }).map(([part, own]) => [
    part,
    Object.fromEntries(own.map(({ field, cell }) => [field, cell])),
  ]),
)

/** Says what differs, in the words of the forms: `Level 1 Service fee, %: 15 → 12`. */
function useChangeText() {
  const { say, text, word } = useText()
  const value = (part: TermsPart, field: string, written: string | null) => {
    const words = cells[part]?.[field]?.words
    return written === null || written === '' ? '–' : words ? word(words.of, written) : written
  }
  const one = (part: TermsPart, { level, field, before, after }: Difference) => {
    const of = level === null ? '' : `${text('products.levelOf', { level })} · `
    return `${of}${say(`products.${part}.${field}`)}: ${value(part, field, before)} → ${value(part, field, after)}`
  }
  return ({ part, changes }: Revision) => changes.map((change) => one(part, change)).join('\n')
}

interface Props {
  readonly id: IdOf<'product'>
  /** Only what nobody has decided on yet; nothing at all where there is none. */
  readonly waiting?: boolean
}

/** Every change of a product's terms, newest first, and who has agreed to it. */
export function TermsHistory({ id, waiting = false }: Props) {
  const { text } = useText()
  const words = useChangeText()
  const history = useCall(products.history, { productId: id })
  const shown = (revisions: readonly Revision[]) => revisions.filter(({ state }) => !waiting || state === 'pending')
  if (waiting && shown(history.data?.revisions ?? []).length === 0) return null
  const name = text(waiting ? 'products.waiting' : 'products.history')
  return (
    <Panel title={name}>
      <QueryResult query={history}>
        {({ revisions }) => (
          <div className={styles.history}>
            <RowTable
              name={name}
              noun="products"
              fields={fields}
              rows={shown(revisions).map((revision) => ({ ...revision, changes: words(revision) || null }))}
              id={(revision) => String(revision.id)}
              show={waiting ? columns.waiting : columns.all}
              empty={text('products.noTerms')}
            />
          </div>
        )}
      </QueryResult>
    </Panel>
  )
}
