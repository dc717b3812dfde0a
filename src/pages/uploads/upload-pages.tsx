import { coupons } from '#contract/coupons.ts'
import { listPath } from '#contract/kernel/subject.ts'
import { pages } from '#contract/menu.ts'
import { products } from '#contract/products/calls.ts'
import { writeOffs } from '#contract/write-offs.ts'
import { type UploadEndpoint, UploadPage, type UploadPageProps } from './UploadPage.tsx'

const uploadPage =
  <E extends UploadEndpoint>(props: UploadPageProps<E>) =>
  () => <UploadPage {...props} />

/** Adds products from a filled sheet. */
export const AddProducts = uploadPage({
  endpoint: products.add,
  template: products.template,
  hint: 'products.addHint',
  done: 'products.add.done',
  leadsTo: () => pages.products,
})

/** Issues many coupons from a filled sheet; leads to them. */
export const IssueCoupons = uploadPage({
  endpoint: coupons.upload,
  template: coupons.template,
  hint: 'coupons.uploadHint',
  done: 'coupons.upload.done',
  leadsTo: () => pages.issuedCoupons,
})

/** Files many write-offs from a filled sheet; leads to them. */
export const FileWriteOffs = uploadPage({
  endpoint: writeOffs.upload,
  template: writeOffs.template,
  hint: 'writeOffs.uploadHint',
  done: 'writeOffs.upload.done',
  leadsTo: ({ sheet }) => listPath('writeOffs', `sheet:${sheet}`),
})
