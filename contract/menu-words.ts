import type { Language } from '#locales/index.ts'
import type { PageId } from './menu.ts'

/** Words that a page is found by, beside its title. */
interface PageWords {
  /** Short names typed whole, the same in every language. */
  readonly codes?: readonly string[]
  readonly words?: Readonly<Partial<Record<Language, readonly string[]>>>
}

/** What staff call pages: trade shorthand (PTP: promise to pay, NPA: non-performing asset) and everyday words. */
export const pageWords: Readonly<Partial<Record<PageId, PageWords>>> = {
  home: { words: { zh: ['工作台', '仪表盘'], en: ['dashboard', 'start'], es: ['panel'], vi: ['bảng điều khiển'] } },
  overview: { words: { zh: ['看板'], en: ['dashboard'], es: ['panel'], id: ['dasbor'], ja: ['ダッシュボード'] } },
  board: { words: { zh: ['看板'], en: ['dashboard'], es: ['tablero'], id: ['dasbor'], ja: ['ダッシュボード'] } },
  openCases: {
    codes: ['ptp'],
    words: {
      zh: ['承诺还款', '催收队列'],
      en: ['ptp', 'promise to pay', 'follow-ups', 'collection queue'],
      es: ['promesa de pago'],
      vi: ['hẹn trả'],
      id: ['janji bayar'],
      ja: ['支払約束'],
    },
  },
  duty: {
    words: {
      zh: ['值班', '班表'],
      en: ['roster', 'rota', 'shifts'],
      es: ['turnos', 'guardias'],
      vi: ['ca trực'],
      id: ['piket'],
      ja: ['勤務表'],
    },
  },
  writeOffs: {
    codes: ['npa'],
    words: { zh: ['核销', '坏账'], en: ['npa', 'bad debt'], es: ['incobrables'], vi: ['nợ xấu'], id: ['kredit macet'] },
  },
  orders: {
    words: { zh: ['坏账', '逾期订单'], en: ['npa', 'bad debt', 'overdue loans'], vi: ['nợ xấu'], id: ['kredit macet'] },
  },
  payments: {
    words: {
      zh: ['退款', '流水', '回款'],
      en: ['refund', 'overpayment', 'receipts'],
      es: ['reembolso'],
      vi: ['hoàn tiền'],
      id: ['pengembalian dana'],
      ja: ['返金'],
    },
  },
  failedPayouts: { words: { zh: ['放款失败'], en: ['failed disbursement', 'bounced payout'] } },
  operationTickets: { words: { zh: ['客服', '投诉'], en: ['complaints', 'refund request'] } },
  roles: { words: { ja: ['ロール'] } },
  staff: {
    words: {
      zh: ['用户', '账号'],
      en: ['users', 'user accounts', 'employees'],
      es: ['usuarios'],
      vi: ['người dùng'],
      id: ['pengguna'],
      ja: ['ユーザー'],
    },
  },
  signIns: { words: { zh: ['登录记录'], en: ['login log', 'who signed in'] } },
  parameters: { words: { zh: ['配置', '设置'], en: ['configuration', 'conf'] } },
  audit: { words: { zh: ['日志'], en: ['who did what', 'history'] } },
}
