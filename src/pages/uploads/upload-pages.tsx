import { adSpend } from '#contract/ad-spend.ts'
import { blacklist } from '#contract/blacklist.ts'
import { collectors } from '#contract/collectors/calls.ts'
import { coupons } from '#contract/coupons.ts'
import { dictionaryEntries } from '#contract/dictionaries/entries.ts'
import { duty } from '#contract/duty.ts'
import { formatMoney } from '#contract/kernel/format.ts'
import { listPath } from '#contract/kernel/subject.ts'
import { lines } from '#contract/lines.ts'
import { pages } from '#contract/menu.ts'
import { parameters } from '#contract/parameters/calls.ts'
import { products } from '#contract/products/calls.ts'
import { staff } from '#contract/staff.ts'
import { writeOffs } from '#contract/write-offs.ts'
import { language } from '#src/locale/language.ts'
import { text } from '#src/locale/text.ts'
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

/** Adds members of staff from a filled sheet; leads to the list. */
export const AddStaff = uploadPage({
  endpoint: staff.upload,
  template: staff.template,
  hint: 'staff.uploadHint',
  done: 'staff.upload.done',
  leadsTo: () => pages.staff,
})

/** Adds collectors from a filled sheet; leads to the list. */
export const AddCollectors = uploadPage({
  endpoint: collectors.upload,
  template: collectors.template,
  hint: 'collectors.uploadHint',
  done: 'collectors.upload.done',
  leadsTo: () => pages.collectors,
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

const parameterSheet = (verb: 'addSheet' | 'editSheet') =>
  uploadPage({
    endpoint: parameters[verb],
    template: parameters.template,
    hint: `parameters.${verb}Hint`,
    done: `parameters.${verb}.done`,
    leadsTo: () => pages.parameters,
  })

/** Adds parameters from a filled sheet, … */
export const AddParameters = parameterSheet('addSheet')
/** … or sets those there are. */
export const EditParameters = parameterSheet('editSheet')

/** Puts many on the blacklist from a filled sheet. */
export const AddBlacklistEntries = uploadPage({
  endpoint: blacklist.addSheet,
  template: blacklist.template,
  hint: 'blacklist.addSheetHint',
  done: 'blacklist.addSheet.done',
  leadsTo: () => pages.blacklist,
})

/** Adds phone lines from a filled sheet; leads to the list. */
export const AddLines = uploadPage({
  endpoint: lines.addSheet,
  template: lines.template,
  hint: 'lines.addSheetHint',
  done: 'lines.addSheet.done',
  leadsTo: () => pages.lines,
})

/** Takes in the dictionaries of another installation; leads to them. */
export const TakeDictionaries = uploadPage({
  endpoint: dictionaryEntries.take,
  template: dictionaryEntries.generate,
  hint: 'dictionaryEntries.takeHint',
  done: 'dictionaryEntries.take.done',
  leadsTo: () => pages.dictionaries,
})

/** Sets the duty schedule from a filled sheet, once it was told what changes; leads to it. */
export const ImportDuty = uploadPage({
  endpoint: duty.importSheet,
  template: duty.exportSheet,
  hint: 'duty.importSheetHint',
  done: 'duty.importSheet.done',
  leadsTo: () => pages.duty,
  told: ({ people, changes, told }) => [text('duty.written', { people, changes }), ...told],
})

/** Takes in what advertising costs from a filled sheet, or one of a medium, once it was told what changes; leads to the report. */
export const ImportSpend = uploadPage({
  endpoint: adSpend.importSheet,
  template: adSpend.template,
  hint: 'adSpend.importSheetHint',
  done: 'adSpend.importSheet.done',
  leadsTo: () => pages.deliveryReport,
  told: ({ added, changed, same, spend }) => [
    text('adSpend.taken', { added, changed, same }),
    text('adSpend.takenSpend', { amount: formatMoney(spend, language()) }),
  ],
})
