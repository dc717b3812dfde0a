import './browser.ts'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { rightsOf } from '#contract/kernel/grants.ts'
import { menuOf } from '#server/modules/session/steps/menu.ts'
import { grantsOf, type RoleMark, roleId, roleMarks, roles as seeded } from '#server/seed/roles.ts'
import {
  type LensRole,
  lensEntriesOf,
  type MatrixWords,
  matrixCsv,
  permissionedCommands,
  roleOf,
  rolesDiffer,
  scopesOf,
  searchEntries,
  unionOfEntries,
} from '#src/command/lens.ts'
import { allowedCommands, destinations } from '#src/command/registry.ts'
import { currentSession } from '#src/session/base/session.ts'

const role = (mark: RoleMark): LensRole =>
  roleOf({ id: roleId(mark), name: seeded[mark].name, mark, grants: grantsOf(mark) })
const english = { language: 'en', pinyin: true } as const
const words: MatrixWords = {
  head: ['command', 'id', 'risk', 'right'],
  title: ({ id }) => id,
  risk: ({ risk }) => risk,
  right: String,
  reach: (scopes) => scopes.join(' '),
}

test.for(roleMarks)('the palette as %s is seen to have it is the palette that the role has', (mark) => {
  const { granted } = rightsOf(grantsOf(mark))
  Object.assign(currentSession, { granted: new Map(granted), menu: menuOf(granted) })
  const own = [...allowedCommands(), ...destinations()].map(({ id }) => id)

  expect(lensEntriesOf(role(mark).rights).map(({ id }) => id)).toEqual(own)
  Object.assign(currentSession, { granted: new Map(), menu: [] })
})

test('a line finds among what a role has what its own palette would find, and nothing it has not', () => {
  const [ops, cs] = [lensEntriesOf(role('OPS').rights), lensEntriesOf(role('CS').rights)]

  expect(searchEntries(ops, 'redi', english)[0]?.id).toBe('loans.redisburse')
  expect(searchEntries(cs, 'redi', english).map(({ id }) => id)).not.toContain('loans.redisburse')
  expect(searchEntries(ops, ':failed', english)[0]?.id).toBe('menu.failedPayouts')
  expect(searchEntries(ops, '', english)).toEqual(ops)
})

test('two roles differ where one has what the other has not, or reaches other rows with it', () => {
  const [manager, leader, ops] = [role('MGR'), role('CTL'), role('OPS')]
  const of = (a: LensRole, b: LensRole, id: string) =>
    rolesDiffer(a, b, unionOfEntries(a, b).find((thing) => thing.id === id)!)

  expect(of(manager, ops, 'cardChanges.pass')).toBe(true)
  expect(of(manager, leader, 'cases.end')).toBe(true)
  expect(of(manager, ops, 'shell.fullScreen')).toBe(false)
  expect(of(ops, ops, 'loans.redisburse')).toBe(false)
  expect(scopesOf(manager, 'openCases.assign')).toEqual(['department'])
  expect(scopesOf(leader, 'openCases.assign')).toEqual(['agency'])
})

test('the matrix has a line for every command that takes a right, and says whose rows each role reaches', () => {
  const all = roleMarks.map(role)

  const [head, ...lines] = parse(matrixCsv(all, words), { bom: true }) as string[][]

  expect(head).toEqual([...words.head, ...all.map(({ name }) => name)])
  expect(lines.map(([, id]) => id)).toEqual(permissionedCommands().map(({ id }) => id))
  const redisburse = lines.find(([, id]) => id === 'loans.redisburse')!
  expect(redisburse[4 + roleMarks.indexOf('OPS')]).toBe('all')
  expect(redisburse[4 + roleMarks.indexOf('MGR')]).toBe('department')
  expect(redisburse[4 + roleMarks.indexOf('CS')]).toBe('')
})

test('a role that is called like a formula runs nothing in a spreadsheet', () => {
  const wicked = { ...role('OPS'), name: '=HYPERLINK("http://x","y")' }

  const text = matrixCsv([wicked], { ...words, title: () => '+1, "a"' })

  const [head, first] = parse(text, { bom: true }) as string[][]
  expect(head!.at(-1)).toBe(`'${wicked.name}`)
  expect(first![0]).toBe(`'+1, "a"`)
})
