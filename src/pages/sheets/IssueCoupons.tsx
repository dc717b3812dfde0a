import { coupons } from '#contract/coupons.ts'
import { pages } from '#contract/menu.ts'
import { SheetPage } from './SheetPage.tsx'

/** Issues many coupons from a filled sheet; leads to them. */
export const IssueCoupons = () => (
  <SheetPage
    endpoint={coupons.upload}
    template={coupons.template}
    hint="coupons.uploadHint"
    done="coupons.upload.done"
    then={() => pages.issuedCoupons}
  />
)
