import './browser.ts'
import { expect } from 'vitest'
import { find, lineOf } from '#src/command/modes.ts'
import { scene } from '#src/command/scene.ts'
import { type Desk, test } from './desk.ts'

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
  const meant = await atOne(desk, (await given.loan()).id)

  const sections = find('>', meant, english)

  expect(sections.map(({ name }) => name)).toEqual(['selection', 'commands'])
  const [forRow, others] = sections.map(({ found }) => found.map(({ id }) => id))
  expect(forRow).toContain('loans.redisburse')
  expect(others).toContain('shell.darkTheme')
  expect(sections.flatMap(({ found }) => found).filter(({ off }) => off)).toEqual([])
})

test('“?” tells of what is for the row in front before anything else', async ({ desk, given }) => {
  const meant = await atOne(desk, (await given.loan()).id)

  const [why] = find('?', meant, english)

  const forLoans = why!.found.map(({ target }) => target.to === 'why' && target.command.rows?.noun === 'loans')
  expect(forLoans.lastIndexOf(true)).toBe(forLoans.filter(Boolean).length - 1)
  expect(forLoans).toContain(false)
})

test('what has a key comes first among what is for the row', async ({ desk, given }) => {
  const meant = await atOne(desk, (await given.loan()).id)

  const keyed = find('', meant, english)
    .find(({ name }) => name === 'selection')!
    .found.map(({ keys }) => keys !== null)

  expect(keyed).toEqual(keyed.toSorted((a, b) => Number(b) - Number(a)))
  expect(keyed[0]).toBe(true)
})

test('a command for other rows says in which list they stand', async ({ desk, given }) => {
  const meant = await atOne(desk, (await given.loan()).id)

  const details = (text: string) => find(text, meant, english).flatMap(({ found }) => found.map(({ detail }) => detail))

  expect(details('transfer ticket')).toContain('Works on rows of “Operation tickets”')
  expect(details('re-disburse')).not.toContainEqual(expect.stringContaining('Works on rows'))
})

test('where its list is in front and no row is, a row is asked for', async ({ desk }) => {
  await desk.sit('ops')
  await desk.mean('loans.failedPayouts', [])

  const [commands] = find('re-disburse', null, english)

  expect(commands!.found[0]).toMatchObject({ off: true, detail: 'Select at least one row' })
})

test('the key of a command stands beside it where it is heard: in front of rows that have keys, and not on the page of one', async ({
  desk,
  given,
}) => {
  const meant = await atOne(desk, (await given.loan()).id)
  const keys = () => find('redisburse', meant, english)[0]!.found.map(({ keys }) => keys)[0]
  expect(keys()).toBe('r')

  const { keys: _, ...page } = scene.list!
  scene.list = { ...page, noun: 'cases', keys: { waits: () => false } }
  expect(keys()).toBeNull()
  scene.list = page
  expect(keys()).toBeNull()
  expect(find(':loan list', meant, english)[0]!.found[0]!.keys).toBe('g l')
})

test('of ten thousand pasted characters the beginning is looked for, and no more', async ({ desk, given }) => {
  const meant = await atOne(desk, (await given.loan()).id)
  const line = `${' '.repeat(200)}redisburse `
  const found = (text: string) => find(text, meant, english).flatMap(({ found: all }) => all.map(({ id }) => id))

  expect(found(line + 'nothing of the kind '.repeat(500))).toEqual(found(line + 'nothing of the kind '.repeat(5)))
  expect(lineOf('x'.repeat(10_000)).typed.length).toBeLessThan(1_000)
})
