import '#tests/src/command/browser.ts'
import { afterEach, expect, vi } from 'vitest'
import type { ActionTarget } from '#src/command/active-list.ts'
import { findItems } from '#src/command/palette/items/find-items.ts'
import { alternativesTo } from '#src/command/run/availability.ts'
import { confirmReview, startCommand } from '#src/command/run/executor.ts'
import { type Desk, test } from '#tests/src/command/desk.ts'

const english = { language: 'en', pinyin: true } as const
const forenoon = new Date('2026-03-10T06:00:00Z')
const evening = new Date('2026-03-10T13:30:00Z')
const late = 'Customers may be contacted again from 2026-03-11 08:00'
const itIs = (now: Date) => vi.useFakeTimers({ toFake: ['Date'], now })
afterEach(() => void vi.useRealTimers())

const why = (line: string, target: ActionTarget) =>
  findItems(line, target, english)
    .flatMap(({ items }) => items)
    .find(({ action }) => action.to === 'why' && action.command.id === 'cases.call')

async function called(desk: Desk, id: 'cases.call' | 'cases.whatsApp'): Promise<unknown[]> {
  const opened: unknown[] = []
  vi.stubGlobal('window', { ...window, open: (...given: unknown[]) => void opened.push(...given) })
  await startCommand(desk.command(id))
  await desk.at('review')
  desk.read()
  await confirmReview(await desk.at('review'))
  return opened
}

test('after the review the phone of this machine has the number', async ({ desk, given }) => {
  const { id } = await given.case({ collector: 'collector', phone: '9000012345' })
  itIs(forenoon)
  await desk.sit('collector')
  await desk.mean('cases.open', [id])

  expect(await called(desk, 'cases.call')).toEqual(['tel:+919000012345', '_self'])
  expect(desk.sent).toEqual(['batches.preview', 'cases.call'])
})

test('WhatsApp opens beside the console, and learns nothing of it', async ({ desk, given }) => {
  const { id } = await given.case({ collector: 'collector', phone: '9000012345' })
  itIs(forenoon)
  await desk.sit('collector')
  await desk.mean('cases.open', [id])

  expect(await called(desk, 'cases.whatsApp')).toEqual(['https://wa.me/919000012345', '_blank', 'noopener'])
})

test('out of hours “?” says from when on it can be done, and in hours that it can', async ({ desk, given }) => {
  const { id } = await given.case({ collector: 'collector' })
  await desk.sit('collector')
  const target = await desk.mean('cases.open', [id])

  itIs(evening)
  expect(why('?call customer', target)?.detail).toBe(late)
  itIs(forenoon)
  expect(why('?call customer', target)?.detail).toBe('Can be run now')
})

test('out of hours it is told what can be done instead, and in hours that of its own state', async ({
  desk,
  given,
}) => {
  const { id } = await given.case({ collector: 'collector' })
  await desk.sit('leader')
  const target = await desk.mean('cases.open', [id])
  itIs(evening)
  const draft = { command: desk.command('cases.call'), target, args: {}, names: {}, initialTexts: {}, untrusted: false }

  expect(alternativesTo(draft, 'out_of_hours').map((one) => one.id)).toEqual([
    'caseHolds.hold',
    'cases.end',
    'cases.transfer',
    'cases.shareOut',
  ])
})

test('a state that forbids it is told before the hour', async ({ desk, given }) => {
  const { id } = await given.case({ collector: null })
  await desk.sit('group')
  const target = await desk.mean('cases.open', [id])
  itIs(evening)

  expect(why('?call customer', target)?.detail).toBe('Not possible in Allocating; needs Allocated')
})
