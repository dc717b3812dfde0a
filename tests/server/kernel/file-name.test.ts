import { expect, test } from 'vitest'
import { fileName } from '#contract/kernel/format.ts'
import { contentDisposition } from '#server/kernel/base/file-response.ts'

test.for([
  ['Loan list', 'Loan list 2026-03-10.csv'],
  ['放款失败列表', '放款失败列表 2026-03-10.csv'],
  ['Loan agreement: key facts', 'Loan agreement key facts 2026-03-10.csv'],
  ['../..\\etc: "x"\r\n<b>|?*', 'etc x b 2026-03-10.csv'],
  ['fdp\u202e.exe', 'fdp .exe 2026-03-10.csv'],
  ['期'.repeat(90), `${'期'.repeat(50)} 2026-03-10.csv`],
] as const)('a file of “%s” has a name that every file system takes', ([title, name]) => {
  expect(fileName(title, '2026-03-10', 'csv')).toBe(name)
})

test.for([
  ['Đơn giải ngân lỗi 1.csv', 'Don giai ngan loi 1.csv'],
  ['放款失败列表 2026-03-10.csv', 'file 2026-03-10.csv'],
  ['Juan’s "50%" (x).csv', 'Juans 50 (x).csv'],
] as const)('%s has a name in ASCII before its own', ([name, plain]) => {
  const header = contentDisposition(name)
  const [, encoded] = /filename\*=UTF-8''([\w%.!~-]+)$/.exec(header) ?? []

  expect(header).toMatch(/^attachment; filename="[ -~]+"; /)
  expect(header).toContain(`filename="${plain}"`)
  expect(decodeURIComponent(encoded!)).toBe(name)
})
