import { expect } from 'vitest'
import {
  allowedRebindableIds,
  applyKeyFile,
  exportKeySettings,
  isOverridden,
  loadKeySettings,
  parseKeyFile,
  rebindKeys,
  resetKeys,
  setCharacterKeys,
} from '#src/command/keymap/key-settings.ts'
import { allowedCommands } from '#src/command/registry.ts'
import { declaredShortcuts, shortcutsOf } from '#src/command/shortcuts.ts'
import { applyOverrides, keyPreferences } from '#src/keyboard/key-overrides.ts'
import { shortcutConflicts } from '#src/keyboard/shortcut-conflicts.ts'
import { test } from '../desk.ts'

const redisburse = 'loans.redisburse'

test('keys that are changed are kept, and shown wherever they are shown', async ({ desk }) => {
  await desk.sit('ops')

  expect(await rebindKeys(redisburse, ['m'])).toEqual([])

  expect(shortcutsOf(redisburse)).toEqual(['m'])
  expect(allowedCommands().find(({ id }) => id === redisburse)?.keys).toBe('m')
  expect(isOverridden(redisburse)).toBe(true)
  keyPreferences.keys = {}
  await loadKeySettings()
  expect(shortcutsOf(redisburse)).toEqual(['m'])
})

test.for([
  ['j', 'taken', 'grid.down'],
  ['g', 'begins', 'grid.firstRow'],
  ['mod+k', 'taken', 'command.open'],
] as const)('%s is refused by name, and nothing changes', async ([keys, kind, other], { desk }) => {
  await desk.sit('ops')

  const found = await rebindKeys(redisburse, [keys])

  expect(found).toContainEqual(expect.objectContaining({ kind, ids: expect.arrayContaining([redisburse, other]) }))
  expect(shortcutsOf(redisburse)).toEqual(['r'])
})

test('a key that was given up is free for others, and is not put back while they have it', async ({ desk }) => {
  await desk.sit('ops')
  await rebindKeys(redisburse, [])
  await rebindKeys('loans.disburse', ['r'])

  expect(shortcutsOf(redisburse)).toEqual([])
  expect(await resetKeys(redisburse)).not.toEqual([])
  expect(shortcutsOf(redisburse)).toEqual([])

  await resetKeys()
  expect([shortcutsOf(redisburse), shortcutsOf('loans.disburse')]).toEqual([['r'], []])
})

test('what is taken along comes back the same; what is no file of keys, or clashes, does not', async ({ desk }) => {
  await desk.sit('ops')
  await rebindKeys(redisburse, ['m'])
  await setCharacterKeys(false)
  const file = exportKeySettings()
  await resetKeys()
  await setCharacterKeys(true)

  const read = parseKeyFile(file)!
  await applyKeyFile(read)

  expect(read.clashes).toEqual([])
  expect(shortcutsOf(redisburse)).toEqual(['m'])
  expect(keyPreferences.bare).toBe(false)
  for (const wrong of ['', 'x', '{}', '[]', 'null', '{"v":2,"keys":{},"bare":true}', '{"v":1,"keys":3,"bare":true}']) {
    expect(parseKeyFile(wrong)).toBeNull()
  }
  expect(parseKeyFile('{"v":1,"keys":{"loans.redisburse":["j"]},"bare":true}')?.clashes).not.toEqual([])
  expect(
    parseKeyFile('{"v":1,"keys":{"nothing.there":["m"],"loans.redisburse":["nonsense",7]},"bare":true}'),
  ).toMatchObject({
    keys: { [redisburse]: [] },
  })
})

test('only what one may do can be given keys', async ({ desk }) => {
  await desk.sit('cs')

  expect(allowedRebindableIds()).not.toContain(redisburse)
  expect(allowedRebindableIds()).toContain('grid.down')
})

test('a binding with several keys has exactly the new ones', () => {
  const run = () => {}
  const bindings = [
    { id: 'grid.down', keys: 'j', run },
    { id: 'grid.down', keys: 'down', run },
    { id: 'grid.up', keys: 'k', run },
  ] as const

  const keys = applyOverrides(bindings, { 'grid.down': ['n', 'down'], 'grid.up': [] }).map(
    (one) => `${one.id} ${one.keys}`,
  )

  expect(keys).toEqual(['grid.down n', 'grid.down down'])
})

test('nothing that is declared anywhere clashes, over all layers', () => {
  expect(shortcutConflicts(declaredShortcuts, [])).toEqual([])
})
