import { expect, test } from 'vitest'
import { type Language, languages } from '#locales/index.ts'
import { search } from '#src/command/search/search.ts'
import { anywhere, indexOf } from './titles.ts'

/** `what is typed > what comes first`, by the language of the screen. */
const golden: Readonly<Record<Language, string>> = {
  zh: `还款>menu.plans · 还款计划>menu.plans · 还款记录>menu.payments · 重新放款>loans.redisburse · 重新>loans.redisburse
    取消借款>loans.cancel · 取消放>loans.cancelDisbursement · 减免>menu.reductions · 申请减免>reductions.request
    重置密码>staff.resetPassword · 工单>menu.tickets · 转派>tickets.transfer · 换卡>cards.change · 结束催收>cases.end
    huankuan>menu.plans · huankuanjilu>menu.payments · hkjl>menu.payments · hk jh>menu.plans · huank>menu.plans
    hkuan>menu.plans · jsgl>menu.roles · juese>menu.roles · czmm>staff.resetPassword · chongzhi>staff.resetPassword
    gengh>cards.change · yinhangka>cards.change · yhq>menu.coupons · dsrw>menu.jobs · csy>menu.collectors
    cuishouyuan>menu.collectors · caozuo>menu.audit · repay>menu.plans · tra no>menu.payments · rd>loans.redisburse
    补打款>loans.redisburse · whatsapp>loans.call · whatsapp tonghua>loans.call · 重新放款。>loans.redisburse`,
  en: `redisburse>loans.redisburse · re-disburse>loans.redisburse · re dis>loans.redisburse · rd>loans.redisburse
    resubmit>loans.resubmit · repay>menu.plans · rep pl>menu.plans · rp>staff.resetPassword · payments>menu.payments
    failed>menu.failedPayouts · failed pay>menu.failedPayouts · fp>menu.failedPayouts · cancel l>loans.cancel
    cancel disb>loans.cancelDisbursement · end case>cases.end · ec>cases.end · close case>cases.end
    change card>cards.change · cc>cards.change · card>cards.change · transfer>tickets.transfer · ticket>menu.tickets
    tt>tickets.transfer · reset>staff.resetPassword · password>staff.resetPassword · blacklist>customers.blacklist
    write-off>menu.writeOffs · writeoffs>menu.writeOffs · write off>menu.writeOffs · request wr>writeOffs.request
    queue>menu.cases · audit>menu.audit · system>menu.jobs · repaymnet>menu.plans · schedlued>menu.jobs
    huankuan>menu.plans · 还款>menu.plans · ＲＯＬＥＳ>menu.roles · menu.roles>menu.roles`,
  es: `volver a desembolsar>loans.redisburse · volver a pres>loans.resubmit · cancelar pre>loans.cancel
    cancelar desembolso>loans.cancelDisbursement · reduccion>menu.reductions · solicitar red>reductions.request
    rechazar>reductions.reject · cerrar caso>cases.end · cc>cases.end · tarjeta>cards.change · cambiar>cards.change
    contraseña>staff.resetPassword · contrasena>staff.resetPassword · lista negra>customers.blacklist
    anadir>customers.blacklist · planes>menu.plans · planes de pago>menu.plans · pdp>menu.plans · pagos>menu.payments
    fallidos>menu.failedPayouts · castigos>menu.writeOffs · clientes>menu.customers · solicitudes>menu.applications
    cartera>menu.cases · gestores>menu.collectors · parametros>menu.parameters · PARÁMETROS>menu.parameters
    tareas>menu.jobs · cupones>menu.coupons · registro>menu.audit · enlace>loans.sendLink · repayment>menu.plans`,
  vi: `giải ngân lại>loans.redisburse · giai ngan lai>loans.redisburse · giainganlai>loans.redisburse
    giải ngân thất>menu.failedPayouts · that bai>menu.failedPayouts · hủy khoản vay>loans.cancel
    huy giai>loans.cancelDisbursement · nop lai>loans.resubmit · duyet>reductions.pass · tu choi>reductions.reject
    yeu cau>reductions.request · xoa no>menu.writeOffs · ket thuc>cases.end · đóng hồ sơ>cases.end · dong ho>cases.end
    doi the>cards.change · đổi thẻ>cards.change · mật khẩu>staff.resetPassword · mat khau>staff.resetPassword
    danh sach den>customers.blacklist · tra no>menu.payments · ke hoach>menu.plans · khtn>menu.plans
    khach hang>menu.customers · kh>menu.customers · don vay>menu.applications · vai tro>menu.roles
    phieu>menu.tickets · chuyen phieu>tickets.transfer · nhat ky>menu.audit · tham so>menu.parameters`,
  id: `cairkan>loans.redisburse · cairkan ulang>loans.redisburse · ajukan ulang>loans.resubmit · ulang>loans.resubmit
    batalkan pin>loans.cancel · batalkan penc>loans.cancelDisbursement · kirim tautan>loans.sendLink
    ekspor>loans.export · telepon>loans.call · setujui>reductions.pass · tolak>reductions.reject
    ajukan ker>reductions.request · daftar ker>menu.reductions · hapus buku>menu.writeOffs · tutup kasus>cases.end
    tk>cases.end · alihkan>tickets.transfer · ganti kartu>cards.change · gk>cards.change · kartu>cards.change
    kata sandi>staff.resetPassword · daftar hitam>customers.blacklist · verifikasi>proofs.verify
    rencana>menu.plans · rp>menu.plans · riwayat>menu.payments · gagal>menu.failedPayouts · nasabah>menu.customers
    penagih>menu.collectors · peran>menu.roles · tiket>menu.tickets · kupon>menu.coupons · tugas>menu.jobs`,
  ja: `再送金>loans.redisburse · さいそうきん>loans.redisburse · サイソウキン>loans.redisburse · 再申請>loans.resubmit
    saishinsei>loans.resubmit · saisinsei>loans.resubmit · 融資を取消>loans.cancel · ゆうしを>loans.cancel
    送金を取>loans.cancelDisbursement · 減免>menu.reductions · genmen ichiran>menu.reductions · shounin>reductions.pass
    却下>reductions.reject · kyakka>reductions.reject · 督促を終了>cases.end · tokusoku>menu.cases
    チケット>menu.tickets · ﾁｹｯﾄ>menu.tickets · ちけっと>menu.tickets · chiketto>menu.tickets · tiketto>menu.tickets
    引き継ぐ>tickets.transfer · カード>cards.change · kaado>cards.change · パスワード>staff.resetPassword
    pasuwaado>staff.resetPassword · 返済計画>menu.plans · hensaikeikaku>menu.plans · keikaku>menu.plans · rireki>menu.audit
    顧客>menu.customers · kokyaku>menu.customers · yakuwari>menu.roles · クーポン>menu.coupons · kuupon>menu.coupons
    teiki jobu>menu.jobs · repayment>menu.plans`,
}
const cases = languages.flatMap((language) =>
  golden[language]
    .split(/ · |\n/)
    .map((line) => line.trim().split('>') as [typed: string, first: string])
    .map(([typed, first]) => ({ language, typed, first })),
)
const indices = Object.fromEntries(languages.map((language) => [language, indexOf(language)]))

test.for(cases)('on a screen in $language $typed finds $first first', ({ language, typed, first }) => {
  expect(search(indices[language]!, typed, anywhere)[0]?.id).toBe(first)
})

test.for(languages)('on a screen in %s junk finds nothing', (language) => {
  const junk = ['qwertz', 'xyzzy', 'zzzz', 'asdfgh', 'kjhgf', 'wvx', '龘靐', '!!!', '.', '¿?', '🙂', '0000', '  ', '']

  expect(junk.filter((typed) => search(indices[language]!, typed, anywhere).length > 0)).toEqual([])
})
