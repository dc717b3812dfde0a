import { coupon, coupons } from '#contract/coupons.ts'
import { found, implement } from '#server/kernel/implement.ts'
import { templateFile } from '#server/kernel/template.ts'
import { issue, release, revoke, use } from './acts.ts'
import { couponSheet, issueSheet } from './sheet.ts'
import { couponSource } from './source.ts'

/** Coupons that people hold. */
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
      const issued = await issueSheet(file.path, call)
      call.note({ input: { file: file.name, lines: issued.issued } })
      return issued
    },
  },
  [found(coupon, couponSource)],
)
