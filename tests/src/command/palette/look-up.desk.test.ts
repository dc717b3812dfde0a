import '#tests/src/command/browser.ts'
import { expect } from 'vitest'
import { lookUpItems, lookUpsOf } from '#src/command/palette/items/look-up.ts'
import { test } from '#tests/src/command/desk.ts'

const kinds = (text: string) => lookUpsOf(text).map(({ of }) => of)

test('what a line may be the full value of is offered, and nothing that is a part', async ({ desk }) => {
  await desk.sit('ops')

  expect(kinds('98123 45670')).toEqual(['phone'])
  expect(kinds('9812345670')).toEqual(['phone', 'account'])
  expect(kinds('abcpe1234f')).toEqual(['pan'])
  expect(kinds('2345 6789 0123')).toContain('aadhaar')
  expect(kinds('asha@example.com')).toEqual(['email'])
  expect(kinds('asha@okaxis')).toEqual(['upi'])
  expect(lookUpsOf('4321 Asha Rao')).toEqual([{ of: 'aadhaar', value: '4321', beside: 'Asha Rao' }])
  for (const part of ['', '98123', 'asha', 'abcpe', '4321', '>9812345670']) expect(kinds(part)).toEqual([])
})

test('who may reveal a phone finds it without looking it up', async ({ desk }) => {
  await desk.sit('cs')

  expect(kinds('98123 45670')).toEqual([])
  expect(kinds('501002340000')).toContain('account')
})

test('people of an agency are offered nothing that customers are identified by', async ({ desk }) => {
  await desk.sit('collector')

  for (const value of ['abcpe1234f', '2345 6789 0123', '4321 Asha Rao']) {
    expect(kinds(value)).not.toContain('pan')
    expect(kinds(value)).not.toContain('aadhaar')
  }
  expect(kinds('98123 45670')).toEqual(['phone'])
})

test('a look-up is asked for once it is chosen, and told with how many are left', async ({ desk, given }) => {
  await desk.sit('ops')
  const id = await given.customer({ phone: '9812345670' })
  const line = '98123 45670'

  const [offered] = lookUpItems(line)
  expect(desk.sent).not.toContain('find.lookUp')
  expect(offered?.items.map(({ title }) => title.text)).toEqual(['Look up Phone'])
  const { action } = offered!.items[0]!
  if (action.to === 'run') action.run()
  await expect.poll(() => lookUpItems(line)[0]?.name).toBe('records')

  const [records, again] = lookUpItems(line)
  expect(records?.items[0]).toMatchObject({ id: `customers ${id}`, disabled: false })
  expect(again?.items[0]?.detail).toBe('On the record; 99 more today')
})
