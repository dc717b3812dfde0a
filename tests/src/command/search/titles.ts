import type { Language } from '#locales/index.ts'
import { pinyinReadings } from '#src/command/search/pinyin-readings.ts'
import type { RankingContext, SearchHit } from '#src/command/search/search.ts'
import type { SearchEntry } from '#src/command/search/search-entry.ts'
import { buildIndex, type SearchIndex } from '#src/command/search/search-index.ts'

/** Id, risk, then the title in zh, en, es, vi, id and ja, and how the Japanese one is read. */
const table = `
loans.redisburse | money | 重新放款 | Re-disburse | Volver a desembolsar | Giải ngân lại | Cairkan ulang | 再送金 | さい そうきん
loans.resubmit | write | 重新提交 | Resubmit | Volver a presentar | Nộp lại | Ajukan ulang | 再申請 | さい しんせい
loans.cancel | irreversible | 取消借款 | Cancel loan | Cancelar préstamo | Hủy khoản vay | Batalkan pinjaman | 融資を取消 | ゆうし を とりけし
loans.cancelDisbursement | irreversible | 取消放款 | Cancel disbursement | Cancelar desembolso | Hủy giải ngân | Batalkan pencairan | 送金を取消 | そうきん を とりけし
loans.sendLink | write | 发送还款链接 | Send payment link | Enviar enlace de pago | Gửi liên kết thanh toán | Kirim tautan pembayaran | 支払いリンクを送信 | しはらい リンク を そうしん
loans.call | write | WhatsApp 通话 | WhatsApp call | Llamar por WhatsApp | Gọi WhatsApp | Telepon WhatsApp | WhatsApp通話 | WhatsApp つうわ
loans.export | read | 导出列表 | Export list | Exportar lista | Xuất danh sách | Ekspor daftar | 一覧を出力 | いちらん を しゅつりょく
reductions.request | write | 申请减免 | Request reduction | Solicitar reducción | Yêu cầu giảm nợ | Ajukan keringanan | 減免を申請 | げんめん を しんせい
reductions.pass | money | 通过减免 | Pass reduction | Aprobar reducción | Duyệt giảm nợ | Setujui keringanan | 減免を承認 | げんめん を しょうにん
reductions.reject | write | 驳回减免 | Reject reduction | Rechazar reducción | Từ chối giảm nợ | Tolak keringanan | 減免を却下 | げんめん を きゃっか
writeOffs.request | irreversible | 申请核销 | Request write-off | Solicitar castigo | Đề nghị xóa nợ | Ajukan hapus buku | 償却を申請 | しょうきゃく を しんせい
cases.end | write | 结束催收 | End case | Cerrar caso | Kết thúc hồ sơ | Tutup kasus | 督促を終了 | とくそく を しゅうりょう
tickets.transfer | write | 转派工单 | Transfer ticket | Transferir ticket | Chuyển phiếu hỗ trợ | Alihkan tiket | チケットを引き継ぐ | チケット を ひきつぐ
cards.change | write | 更换银行卡 | Change card | Cambiar tarjeta | Đổi thẻ | Ganti kartu | カードを変更 | カード を へんこう
staff.resetPassword | write | 重置密码 | Reset password | Restablecer contraseña | Đặt lại mật khẩu | Atur ulang kata sandi | パスワードを再設定 | パスワード を さいせってい
customers.blacklist | write | 加入黑名单 | Add to blacklist | Añadir a la lista negra | Thêm vào danh sách đen | Masukkan ke daftar hitam | ブラックリストに追加 | ブラックリスト に ついか
proofs.verify | money | 核验还款凭证 | Verify payment proof | Verificar comprobante | Xác minh chứng từ | Verifikasi bukti bayar | 支払証明を確認 | しはらい しょうめい を かくにん
menu.plans | read | 还款计划 | Repayment plans | Planes de pago | Kế hoạch trả nợ | Rencana pembayaran | 返済計画 | へんさい けいかく
menu.payments | read | 还款记录 | Payments | Pagos | Lịch sử trả nợ | Riwayat pembayaran | 返済履歴 | へんさい りれき
menu.failedPayouts | read | 待重新放款 | Failed payouts | Desembolsos fallidos | Giải ngân thất bại | Pencairan gagal | 送金失敗 | そうきん しっぱい
menu.reductions | read | 减免列表 | Reductions | Reducciones | Danh sách giảm nợ | Daftar keringanan | 減免一覧 | げんめん いちらん
menu.writeOffs | read | 平账管理 | Write-offs | Castigos | Xóa nợ | Hapus buku | 償却管理 | しょうきゃく かんり
menu.customers | read | 客户列表 | Customers | Clientes | Khách hàng | Nasabah | 顧客一覧 | こきゃく いちらん
menu.applications | read | 借款申请 | Loan applications | Solicitudes de préstamo | Đơn vay | Pengajuan pinjaman | 融資申込 | ゆうし もうしこみ
menu.cases | read | 待催收案件 | Collection queue | Cartera de cobranza | Hồ sơ chờ thu hồi | Antrean penagihan | 督促待ち | とくそく まち
menu.collectors | read | 催收员 | Collectors | Gestores de cobranza | Nhân viên thu hồi nợ | Penagih | 督促担当者 | とくそく たんとうしゃ
menu.roles | read | 角色管理 | Roles | Roles | Vai trò | Peran | 役割管理 | やくわり かんり
menu.tickets | read | 工单 | Tickets | Tickets | Phiếu hỗ trợ | Tiket | チケット | チケット
menu.audit | read | 操作记录 | Audit log | Registro de operaciones | Nhật ký thao tác | Log audit | 操作履歴 | そうさ りれき
menu.parameters | read | 参数配置 | Parameters | Parámetros | Tham số | Parameter | パラメータ設定 | パラメータ せってい
menu.jobs | read | 定时任务 | Scheduled tasks | Tareas programadas | Tác vụ định kỳ | Tugas terjadwal | 定期ジョブ | ていき ジョブ
menu.coupons | read | 优惠券 | Coupons | Cupones | Phiếu giảm giá | Kupon | クーポン | クーポン
`
const rows = table
  .trim()
  .split('\n')
  .map(
    (line) =>
      line.split(' | ') as [string, SearchEntry['risk'], string, string, string, string, string, string, string],
  ) // as above

/** Paths as the specification has them, for the pages whose header search is tested. */
const paths: Readonly<Record<string, string>> = {
  'menu.plans': '/order_management/repay_plan',
  'menu.payments': '/order_management/repay_record',
  'menu.failedPayouts': '/order_management/wait_relent',
  'menu.reductions': '/order_management/reduce_list',
  'menu.writeOffs': '/order_management/flat_management',
  'menu.customers': '/customer_management/customer_list',
  'menu.applications': '/order_management/loan_list',
  'menu.cases': '/loaned_management/pedding_list',
  'menu.collectors': '/loaned_management/urge_person',
  'menu.roles': '/system/role',
  'menu.tickets': '/system/operation_ticket',
  'menu.audit': '/system/operate_record',
  'menu.parameters': '/system/conf',
  'menu.coupons': '/loaned_management/coupon_list',
}
const about: Readonly<Record<string, Pick<SearchEntry, 'words' | 'codes' | 'section'>>> = {
  'loans.redisburse': { codes: ['rd'], words: { zh: ['补打款'], en: ['Pay out again', 'retry payout'] } },
  'cases.end': { codes: ['ec'], words: { en: ['close case'], vi: ['đóng hồ sơ'] } },
  'cards.change': { words: { zh: ['换卡'] } },
  'menu.jobs': {
    section: { zh: '系统管理', en: 'System', es: 'Sistema', vi: 'Hệ thống', id: 'Sistem', ja: 'システム' },
  },
}

/** Commands and pages of the product, as they are called in every language. */
export const entries: readonly SearchEntry[] = rows.map(([id, risk, zh, en, es, vi, indonesian, ja, kana]) => ({
  id,
  risk,
  titles: { zh, en, es, vi, id: indonesian, ja },
  readings: { pinyin: pinyinReadings(zh), kana },
  ...(paths[id] && { path: paths[id] }),
  ...about[id],
}))

/** One entry with a title in one language, and everything else filled in so that it cannot be hit. */
export const entry = (titles: Partial<SearchEntry['titles']>, rest: Partial<SearchEntry> = {}): SearchEntry => ({
  id: `ids.${Object.values(titles)[0]}`,
  risk: 'read',
  titles: { zh: '', en: '', es: '', vi: '', id: '', ja: '', ...titles },
  readings: titles.zh ? { pinyin: pinyinReadings(titles.zh) } : {},
  ...rest,
})

/** Nobody has used anything, and nothing fits better than anything else. */
export const anywhere: RankingContext = { fits: () => 0, frecency: () => 0 }

/** The index of `of` for a screen in `language`, pinyin on. */
export const indexOf = (language: Language, of: readonly SearchEntry[] = entries): SearchIndex =>
  buildIndex(of, language, { pinyin: true })

/** The stretches of a title or of what was hit beside it, as text. */
export const marks = ({ text, ranges }: SearchHit['title']): string[] =>
  ranges.map(([from, to]) => text.slice(from, to))
