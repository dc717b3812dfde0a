import { coupon, coupons } from '#contract/coupons.ts'
import { templateFile } from '#server/kernel/call/csv-template.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { issue, release, revoke, use } from './actions.ts'
import { couponSheet, issueFromSheet } from './sheet.ts'
import { couponSource } from './source.ts'

/** Handlers of `coupons`: coupons that people hold. */
export default implement(
  coupons,
  {
    list: couponSource,
    issue: ({ template }, call) => issue(template, call),
    use: (_, call) => use(call),
    release: (_, call) => release(call),
    revoke: (_, call) => revoke(call),

    template: async () => templateFile(couponSheet) as never, // a file stands for the answer

    async upload(_, call) {
      const file = call.uploads!.files.file! // the kernel refuses a call without it
      const issued = await issueFromSheet(file.path, call)
      call.note({ input: { file: file.name, lines: issued.issued } })
      return issued
    },
  },
  [rowSource(coupon, couponSource)],
)
