import '#tests/src/command/browser.ts'
import { expect } from 'vitest'
import { activePage } from '#src/command/active-list.ts'
import { isDestructive } from '#src/command/command.ts'
import { findItems } from '#src/command/palette/items/find-items.ts'
import { parseQuery } from '#src/command/palette/items/prefixes.ts'
import { type Desk, test } from '#tests/src/command/desk.ts'

const english = { language: 'en', pinyin: true } as const

/** Operations in front of one pay-out that has failed. */
async function atOne(desk: Desk, id: string) {
  await desk.sit('ops')
  return desk.mean('loans.failedPayouts', [id])
}

test('with nothing typed behind “>” there is what can be run now, what is for the row in front first', async ({
  desk,
  given,
}) => {
  const target = await atOne(desk, (await given.loan()).id)

  const sections = findItems('>', target, english)

  expect(sections.map(({ name }) => name)).toEqual(['selection', 'commands'])
  const [forRow, others] = sections.map(({ items }) => items.map(({ id }) => id))
  expect(forRow).toContain('loans.redisburse')
  expect(others).toContain('shell.darkTheme')
  expect(sections.flatMap(({ items }) => items).filter(({ disabled }) => disabled)).toEqual([])
})

test('“?” tells of what is for the row in front before anything else', async ({ desk, given }) => {
  const target = await atOne(desk, (await given.loan()).id)

  const [why] = findItems('?', target, english)

  const forLoans = why!.items.map(({ action }) => action.to === 'why' && action.command.rows?.noun === 'loans')
  expect(forLoans.lastIndexOf(true)).toBe(forLoans.filter(Boolean).length - 1)
  expect(forLoans).toContain(false)
})

test('what is for the row stands in the order of the day: dangerous commands last', async ({ desk, given }) => {
  const target = await atOne(desk, (await given.loan()).id)

  const offered = findItems('', target, english).find(({ name }) => name === 'selection')!.items
  const dangerous = offered.map(({ action }) => action.to === 'command' && isDestructive(action.command))

  expect(offered[0]!.keys).not.toBeNull()
  expect(dangerous).toContain(true)
  expect(dangerous.lastIndexOf(false)).toBe(dangerous.indexOf(true) - 1)
})

test('a command for other rows says in which list they stand', async ({ desk, given }) => {
  const target = await atOne(desk, (await given.loan()).id)

  const details = (text: string) =>
    findItems(text, target, english).flatMap(({ items }) => items.map(({ detail }) => detail))

  expect(details('transfer ticket')).toContain('Works on rows of “Operation tickets”')
  expect(details('re-disburse')).not.toContainEqual(expect.stringContaining('Works on rows'))
})

test('where its list is in front and no row is, a row is asked for', async ({ desk }) => {
  await desk.sit('ops')
  await desk.mean('loans.failedPayouts', [])

  const off = findItems('re-disburse', null, english).find(({ name }) => name === 'notNow')

  expect(off!.items[0]).toMatchObject({ disabled: true, detail: 'Select at least one row' })
})

test('the key of a command stands beside it where it is heard: in front of rows that have keys, and not on the page of one', async ({
  desk,
  given,
}) => {
  const target = await atOne(desk, (await given.loan()).id)
  const keys = () => findItems('redisburse', target, english)[0]!.items.map(({ keys }) => keys)[0]
  expect(keys()).toBe('r')

  const { keys: _, ...page } = activePage.list!
  activePage.list = { ...page, noun: 'cases', keys: { isLoading: () => false } }
  expect(keys()).toBeNull()
  activePage.list = page
  expect(keys()).toBeNull()
  expect(findItems(':loan list', target, english)[0]!.items[0]!.keys).toBe('g l')
})

test('of ten thousand pasted characters the beginning is looked for, and no more', async ({ desk, given }) => {
  const target = await atOne(desk, (await given.loan()).id)
  const line = `${' '.repeat(200)}redisburse `
  const found = (text: string) => findItems(text, target, english).flatMap(({ items: all }) => all.map(({ id }) => id))

  expect(found(line + 'nothing of the kind '.repeat(500))).toEqual(found(line + 'nothing of the kind '.repeat(5)))
  expect(parseQuery('x'.repeat(10_000)).typed.length).toBeLessThan(1_000)
})
