import { expect, test } from 'vitest'
import { registryOf } from '#server/kernel/call/registry.ts'
import { modules } from '#server/modules/index.ts'

/** The exports that the specification names (section 7), and the call that each is; none where it is still to come. */
const specified: Readonly<Record<string, string | null>> = {
  templates: 'GET /export/templates',
  'batch export': 'GET /batches/{id}/export',
  home: 'GET /export/list/homeExport',
  'repay task': 'GET /export/repay-task',
  loan: 'GET /export/loan',
  'pay-out': 'GET /export/pay-out',
  'pay record': 'GET /export/pay-record',
  'urge performance': 'GET /reports/collection-performance/export',
  task: 'GET /export/task',
  user: 'GET /export/user',
  repayment: 'GET /export/repayment',
  'reduce order': 'GET /export/reduce-order',
  'balance order': 'GET /export/balance-order',
  'campaign report': 'GET /export/campaign-report',
  // one report: by the day of repayment, by the order's place among its customer's, by how soon they borrowed again
  'reloan report one': 'GET /reports/reloans/export',
  'reloan report two': 'GET /reports/reloans/export',
  'reloan report three': 'GET /reports/reloans/export',
  'marketing report': null,
  'marketing statistics': null,
  'coupon templates': 'GET /export/coupon-templates',
  'urge schedule template': 'GET /urge/schedule/sheet',
  'mq message download': 'GET /mq/message/download',
}

const addresses = new Set<string>([...registryOf(modules).entries.values()].map(({ endpoint }) => endpoint.at))

test('every export of the specification is a call, but for those that are still to come', () => {
  const known = Object.entries(specified).filter(([, at]) => at !== null)

  expect(Object.keys(specified)).toHaveLength(22)
  expect(known.filter(([, at]) => !addresses.has(at!))).toEqual([]) // as just asked
})

test('no export that is still to come is there already', () => {
  const coming = Object.keys(specified).filter((name) => specified[name] === null)
  const words = coming.map((name) => name.split(' ')[0]!)

  expect(coming).toEqual(['marketing report', 'marketing statistics'])
  expect([...addresses].filter((at) => /export/.test(at) && words.some((word) => at.includes(word)))).toEqual([])
})
