import { customer } from '#contract/customers.ts'
import { dataRequest, dataRequests, hasFile } from '#contract/data-requests.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { command, local } from '#src/command/define.ts'

/** Have everything that is held about a customer written into one file. */
export const askExport = command(dataRequests.askExport, {
  on: 'one',
  args: { reason: {} },
  keys: 'P',
  confirm: true,
  search: {
    words: {
      en: ['subject access request', 'data portability', 'copy of data', 'gdpr'],
      zh: ['个人数据副本', '数据可携'],
      es: ['derecho de acceso', 'copia de datos'],
      vi: ['bản sao dữ liệu'],
      id: ['salinan data'],
      ja: ['開示請求', 'データの写し'],
    },
  },
})

/** Erase the personal data of a customer, for good. */
export const askErasure = command(dataRequests.askErasure, {
  on: 'one',
  args: { reason: {} },
  keys: 'Z',
  confirm: true,
  destructive: true,
  search: {
    words: {
      en: ['right to be forgotten', 'anonymise', 'delete customer', 'gdpr'],
      zh: ['被遗忘权', '匿名化', '注销客户'],
      es: ['derecho al olvido', 'anonimizar'],
      vi: ['ẩn danh', 'quyền được lãng quên'],
      id: ['anonimkan', 'hapus nasabah'],
      ja: ['忘れられる権利', '匿名化'],
    },
  },
})

/** Save the file of an export. */
export const download = local('dataRequests.download', {
  subject: dataRequest,
  requires: dataRequests.download.requires,
  when: hasFile,
  run: ({ id }, { save }) => save(dataRequests.download, { id }),
})

/** Whose request it is. */
export const openCustomer = local('dataRequests.openCustomer', {
  subject: dataRequest,
  run: ({ customerId }, { go }) => go(recordPath(customer, customerId)),
})
