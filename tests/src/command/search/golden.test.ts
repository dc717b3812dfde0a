import { expect, test } from 'vitest'
import { type Language, languages } from '#locales/index.ts'
import { search } from '#src/command/search/search.ts'
import { indices } from './catalogue.ts'
import { anywhere } from './titles.ts'

/** `what is typed > what comes first`, by the language of the screen. */
const golden: Readonly<Record<Language, string>> = {
  zh: `重新放款>loans.redisburse · 重新放>loans.redisburse · cxfk>loans.queryPayout · 取消放款>loans.cancelDisbursement
    取消借款>loans.cancelLoan · 结案>cases.end · 撤案>cases.end · 申请减免>reductions.request · 减免>menu.reductions
    减免列表>menu.reductions · 转派工>tickets.transfer · zpgd>tickets.transfer · 还款计划>menu.plans
    huankuan>menu.plans · hkjh>menu.plans · huankuanjihua>menu.plans · hkjl>menu.payments · 还款>menu.plans
    jsgl>menu.roles · juese>menu.roles · 领取审核>reviews.openNext · 待催>menu.openCases · daicui>menu.openCases
    csy>menu.collectors · cuishouyuan>menu.collectors · 优惠券>menu.coupons · yhq>menu.coupons
    黑名单>menu.blacklist · hmd>menu.blacklist · caozuorizhi>menu.audit · czrz>menu.audit · dsrw>menu.jobs
    参数>menu.parameters · canshu>menu.parameters · 客户>menu.customers · khlb>menu.customers
    重新提交>loans.resubmit · xgmm>session.changePassword · 退出登录>session.signOut · tcdl>session.signOut
    全屏>shell.fullScreen · quanping>shell.fullScreen · 深色>shell.darkTheme · yuqi>menu.stages · 逾期>menu.stages
    补打款>loans.redisburse · rd>loans.redisburse · ec>cases.end · rr>reductions.request · tt>tickets.transfer
    平账>menu.writeOffs · pingzhang>menu.writeOffs · chongxinfangkuan>menu.failedPayouts · 导入>imports.open
    批量>menu.batches · piliang>menu.batches · 首页>menu.home · 结束催收>cases.end · 移交>cases.transfer
    hk>menu.plans · chengnuohuankuan>menu.openCases · tuikuan>menu.payments · budakuan>loans.redisburse
    ptp>menu.openCases · npa>menu.writeOffs · bangzhu>command.keys · huankuangjihua>menu.plans · 仪表盘>menu.home`,
  en: `redi>loans.redisburse · redisburse>loans.redisburse · re-disburse>loans.redisburse · rd>loans.redisburse
    retry payout>loans.redisburse · request red>reductions.request · waive>reductions.request
    end case>cases.end · close case>cases.end · ec>cases.end · transfer t>tickets.transfer
    tt>tickets.transfer · hand over>cases.transfer · failed>menu.failedPayouts
    failed pay>menu.failedPayouts · fp>menu.failedPayouts · repayment plans>menu.plans · plans>menu.plans
    payments>menu.payments · cancel l>loans.cancelLoan · cancel disb>loans.cancelDisbursement
    cancel loan>loans.cancelLoan · claim>reviews.openNext · assign>reviews.assign · resubmit>loans.resubmit
    write>menu.writeOffs · writeoffs>menu.writeOffs · write-off>menu.writeOffs · open cases>menu.openCases
    collectors>menu.collectors · blacklist>menu.blacklist · coupons>menu.coupons · operation log>menu.audit
    audit>menu.audit · roles>menu.roles · users>menu.staff · parameters>menu.parameters
    dark>shell.darkTheme · full screen>shell.fullScreen · sign out>session.signOut
    password>session.changePassword · import>imports.open · upload coup>coupons.openUpload · csv>imports.open
    products>menu.products · edit prod>products.edit · batch>menu.batches · huankuan>menu.plans
    还款>menu.plans · ＲＯＬＥＳ>menu.roles · menu.roles>menu.roles · repaymnet>menu.plans · overdue>menu.stages
    reject rev>reviews.reject · home>menu.home · hk jh>menu.plans · hkjh>menu.plans · discount>reductions.request
    recall>cases.recall · jihua>menu.plans · ptp>menu.openCases · npa>menu.writeOffs · refund>menu.payments
    dashboard>menu.home · help>command.keys · bad debt>menu.orders · huankuanjihu>menu.plans`,
  es: `volver a des>loans.redisburse · desembolsar>loans.disburse · desembolso>menu.failedPayouts
    cancelar pre>loans.cancelLoan · cancelar desembolso>loans.cancelDisbursement · cerrar caso>cases.end
    cerrar ses>session.signOut · condonación>menu.reductions · solicitar cond>reductions.request
    planes>menu.plans · planes de pago>menu.plans · pdp>menu.plans · pagos>menu.payments
    registro de pagos>menu.payments · fallidos>menu.failedPayouts · desembolsos fallidos>menu.failedPayouts
    castigos>menu.writeOffs · clientes>menu.customers · lista negra>menu.blacklist
    casos abiertos>menu.openCases · gestores>menu.collectors · gestor>menu.collectors
    parametros>menu.parameters · PARÁMETROS>menu.parameters · cupones>menu.coupons · roles>menu.roles
    usuarios>menu.staff · contraseña>session.changePassword · contrasena>session.changePassword
    pantalla>shell.fullScreen · oscuro>shell.darkTheme · reenviar>loans.resubmit · importar>imports.open
    etapas>menu.stages · mora>menu.stages · tickets de cob>menu.collectionTickets · productos>menu.products
    editar pro>products.edit · repayment>menu.plans · inicio>menu.home · turnos>menu.duty · reglas>menu.rules
    aprobaciones>menu.approvals · comprobantes>menu.proofs · volver a desembolzar>loans.redisburse
    reintentar>loans.redisburse · descuento>reductions.request · finalizar>cases.end
    reasignar>cases.transfer · ayuda>command.keys · reembolso>menu.payments`,
  vi: `giải ngân lại>loans.redisburse · giai ngan lai>loans.redisburse · giainganlai>loans.redisburse
    giai ngan>loans.disburse · that bai>menu.failedPayouts · giải ngân thất>menu.failedPayouts
    hủy khoản>loans.cancelLoan · huy giai ngan>loans.cancelDisbursement · nop lai>loans.resubmit
    miễn giảm>menu.reductions · mien giam>menu.reductions · yeu cau mien>reductions.request
    xoa no>menu.writeOffs · ket thuc>cases.end · ket thuc ho so>cases.end · chuyển phiếu>tickets.transfer
    chuyen phieu>tickets.transfer · lich tra no>menu.plans · tra no>menu.plans · trả nợ>menu.plans
    ltn>menu.plans · khach hang>menu.customers · kh>menu.customers · vai tro>menu.roles
    tham so>menu.parameters · danh sach den>menu.blacklist · mat khau>session.changePassword
    đổi mật khẩu>session.changePassword · dang xuat>session.signOut · toan man hinh>shell.fullScreen
    giao dien toi>shell.darkTheme · nhan tham dinh>reviews.openNext · duyet don>reviews.pass · ho so dang>menu.openCases
    nhan vien thu hoi>menu.collectors · nvthn>menu.collectors · giai doan>menu.stages · chung tu>menu.proofs
    phieu uu dai>menu.coupons · chay theo lo>menu.batches · quy tac>menu.rules · trang chu>menu.home
    san pham>menu.products · lich truc>menu.duty · repayment>menu.plans · giai ngna lai>loans.redisburse
    giảm nợ>reductions.request · dong ho so>cases.end · giao phieu>tickets.transfer`,
  id: `cairkan>loans.disburse · cairkan ulang>loans.redisburse · ajukan ulang>loans.resubmit
    batalkan pin>loans.cancelLoan · batalkan penc>loans.cancelDisbursement · tutup kasus>cases.end
    tutup kas>cases.end · ajukan ker>reductions.request · keringanan>menu.reductions
    alihkan tiket>tickets.transfer · jadwal ang>menu.plans · angsuran>menu.plans · riwayat pem>menu.payments
    riwayat>menu.payments · pencairan gagal>menu.failedPayouts · gagal>menu.failedPayouts
    nasabah>menu.customers · hapus buku>menu.writeOffs · daftar hitam>menu.blacklist
    penagih>menu.collectors · kasus terbuka>menu.openCases · peran>menu.roles · pengguna>menu.staff
    parameter>menu.parameters · tugas>menu.jobs · kupon>menu.coupons · log audit>menu.audit
    kata sandi>session.changePassword · keluar>session.signOut · tema gelap>shell.darkTheme
    ambil>reviews.openNext · setujui pen>reviews.pass · tolak pen>reviews.reject · impor>imports.open
    proses massal>menu.batches · tahap>menu.stages · aturan>menu.rules · persetujuan>menu.approvals
    beranda>menu.home · produk>menu.products · ubah pro>products.edit · repayment>menu.plans
    pengajuan>menu.applications · cairkn ulang>loans.redisburse
    diskon>reductions.request · akhiri>cases.end · teruskan>tickets.transfer`,
  ja: `再送金>loans.redisburse · さいそうきん>loans.redisburse · サイソウキン>loans.redisburse · saisoukin>loans.redisburse
    saisokin>loans.redisburse · 送金>loans.disburse · 送金を取>loans.cancelDisbursement · 送金失敗>menu.failedPayouts
    soukinshippai>menu.failedPayouts · さいもうし>loans.resubmit · saimoushikomi>loans.resubmit
    貸付を取>loans.cancelLoan · 案件を終>cases.end · あんけんをし>cases.end · 減免を申>reductions.request · 減免>menu.reductions
    genmen>menu.reductions · げんめん>menu.reductions · チケットを引>tickets.transfer
    返済予定>menu.plans · hensaiyotei>menu.plans · hensai>menu.plans · へんさい>menu.plans · 返済履歴>menu.payments
    rireki>menu.payments · 顧客>menu.customers · ブラック>menu.blacklist · burakku>menu.blacklist
    クーポン>menu.coupons · kuupon>menu.coupons · 役割>menu.roles · yakuwari>menu.roles · ロール>menu.roles · 設定>shell.settings
    settei>shell.settings · パスワード>session.changePassword · pasuwaado>session.changePassword
    ログアウト>session.signOut · 全画面>shell.fullScreen · ダーク>shell.darkTheme · 回収担当>menu.collectors
    延滞>menu.stages · entai>menu.stages · 承認>menu.approvals · shounin>menu.approvals · 償却>menu.writeOffs
    操作ログ>menu.audit · sousa>menu.audit · ルール>menu.rules · ユーザー>menu.staff · repayment>menu.plans
    申込一覧>menu.applications · 一括>menu.batches · ホーム>menu.home · 定期>menu.jobs · 商品>menu.products
    再振込>loans.redisburse · 免除>reductions.request · 督促終了>cases.end · 転送>tickets.transfer`,
}
const cases = languages.flatMap((language) =>
  golden[language]
    .split(/ · |\n/)
    .map((line) => line.trim().split('>') as [typed: string, first: string])
    .map(([typed, first]) => ({ language, typed, first })),
)

test.for(cases)('on a screen in $language $typed finds $first first', ({ language, typed, first }) => {
  expect(search(indices[language]!, typed, anywhere)[0]?.id).toBe(first)
})

test.for(languages)('on a screen in %s junk finds nothing', (language) => {
  const junk = ['qwertz', 'xyzzy', 'zzzz', 'asdfgh', 'kjhgf', 'wvx', '龘靐', '!!!', '.', '¿?', '🙂', '0000', '  ', '']

  expect(junk.filter((typed) => search(indices[language]!, typed, anywhere).length > 0)).toEqual([])
})
