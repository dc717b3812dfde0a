import { recordPath } from '#contract/kernel/subject.ts'
import { settlementItem, settlementItems } from '#contract/settlement-items.ts'
import { settlementReport } from '#contract/settlement-reports.ts'
import { command, local } from '#src/command/define.ts'

/** Say why what a gateway tells is not what our books say: it is not left then. */
export const explain = command(settlementItems.explain, {
  on: 'each',
  args: { reason: {} },
  keys: 'e',
  search: {
    words: {
      ...{ en: ['reconcile', 'close difference'], zh: ['对账', '差异'], es: ['conciliar'] },
      ...{ vi: ['đối chiếu'], id: ['rekonsiliasi'], ja: ['照合'] },
    },
  },
})

/** The file that it stands in. */
export const openReport = local('settlementItems.openReport', {
  subject: settlementItem,
  run: ({ reportId }, { go }) => {
    if (reportId) go(recordPath(settlementReport, reportId))
  },
})
