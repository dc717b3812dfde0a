import { fieldsOf } from '#contract/kernel/field.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { products } from '#contract/products/calls.ts'
import { useCall } from '#src/call/queries.ts'
import { useText } from '#src/locale/text.ts'
import { Answered } from '#src/ui/Answered.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { RowTable } from '#src/ui/RowTable.tsx'

const { element } = products.history.output.shape.revisions
const fields = fieldsOf(element)

/** Every change of a product's terms, newest first. */
export function History({ id }: { id: IdOf<'product'> }) {
  const { text } = useText()
  const history = useCall(products.history, { productId: id }, { quiet: true })
  return (
    <Panel title={text('products.history')}>
      <Answered query={history}>
        {({ revisions }) => (
          <RowTable
            name={text('products.history')}
            noun="products"
            fields={fields}
            rows={revisions}
            id={(revision) => String(revision.id)}
            show={['part', 'effectiveFrom', 'inForce', 'changes', 'madeBy', 'madeAt']}
            empty={text('products.noTerms')}
          />
        )}
      </Answered>
    </Panel>
  )
}
