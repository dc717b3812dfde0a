import { pages } from '#contract/menu.ts'
import { products } from '#contract/products/calls.ts'
import { SheetPage } from '#src/pages/sheets/SheetPage.tsx'

/** Adds products from a filled sheet. */
export const AddProducts = () => (
  <SheetPage
    endpoint={products.add}
    template={products.template}
    hint="products.addHint"
    done="products.add.done"
    then={() => pages.products}
  />
)
