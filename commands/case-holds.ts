import { caseHolds } from '#contract/case-holds.ts'
import { command } from '#src/command/define.ts'

/** Keep collection from cases for a while. Reviewed first: the review says what that stops. */
export const hold = command(caseHolds.hold, {
  on: 'each',
  args: { kind: {}, until: { optional: true }, remark: {} },
  confirm: true,
  search: {
    words: {
      ...{ zh: ['暂停催收', '冻结案件'], en: ['freeze case', 'pause collection'], es: ['suspender cobranza'] },
      ...{ vi: ['tạm ngừng thu hồi'], id: ['tangguhkan penagihan'], ja: ['督促停止'] },
    },
  },
})

/** Go on with collection. */
export const lift = command(caseHolds.lift, {
  on: 'each',
  args: { remark: {} },
  confirm: true,
  search: {
    words: {
      ...{ zh: ['恢复催收'], en: ['resume collection', 'unfreeze'], es: ['reanudar cobranza'] },
      ...{ vi: ['tiếp tục thu hồi'], id: ['lanjutkan penagihan'], ja: ['督促再開'] },
    },
  },
})
