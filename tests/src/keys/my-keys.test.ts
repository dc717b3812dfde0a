import { expect } from 'vitest'
import { custom, declared, keysOf } from '#src/command/bound.ts'
import { clashes } from '#src/command/keys/clashes.ts'
import { rebound } from '#src/command/keys/rebound.ts'
import {
  changeable,
  exported,
  imported,
  isChanged,
  loadKeys,
  rebind,
  resetKeys,
  setBare,
  take,
} from '#src/command/my-keys.ts'
import { allowed } from '#src/command/registry.ts'
import { test } from '../command/desk.ts'

const redisburse = 'loans.redisburse'

test('keys that are changed are kept, and shown wherever they are shown', async ({ desk }) => {
  await desk.sit('ops')

  expect(await rebind(redisburse, ['m'])).toEqual([])

  expect(keysOf(redisburse)).toEqual(['m'])
  expect(allowed().find(({ id }) => id === redisburse)?.keys).toBe('m')
  expect(isChanged(redisburse)).toBe(true)
  custom.keys = {}
  await loadKeys()
  expect(keysOf(redisburse)).toEqual(['m'])
})

test.for([
  ['j', 'taken', 'grid.down'],
  ['g', 'begins', 'grid.firstRow'],
  ['mod+k', 'taken', 'command.open'],
] as const)('%s is refused by name, and nothing changes', async ([keys, why, other], { desk }) => {
  await desk.sit('ops')

  const found = await rebind(redisburse, [keys])

  expect(found).toContainEqual(expect.objectContaining({ why, ids: expect.arrayContaining([redisburse, other]) }))
  expect(keysOf(redisburse)).toEqual(['r'])
})

test('a key that was given up is free for others, and is not put back while they have it', async ({ desk }) => {
  await desk.sit('ops')
  await rebind(redisburse, [])
  await rebind('loans.claim', ['r'])

  expect(keysOf(redisburse)).toEqual([])
  expect(await resetKeys(redisburse)).not.toEqual([])
  expect(keysOf(redisburse)).toEqual([])

  await resetKeys()
  expect([keysOf(redisburse), keysOf('loans.claim')]).toEqual([['r'], []])
})

test('what is taken along comes back the same; what is no file of keys, or clashes, does not', async ({ desk }) => {
  await desk.sit('ops')
  await rebind(redisburse, ['m'])
  await setBare(false)
  const file = exported()
  await resetKeys()
  await setBare(true)

  const read = imported(file)!
  await take(read)

  expect(read.clashes).toEqual([])
  expect(keysOf(redisburse)).toEqual(['m'])
  expect(custom.bare).toBe(false)
  for (const wrong of ['', 'x', '{}', '[]', 'null', '{"v":2,"keys":{},"bare":true}', '{"v":1,"keys":3,"bare":true}']) {
    expect(imported(wrong)).toBeNull()
  }
  expect(imported('{"v":1,"keys":{"loans.redisburse":["j"]},"bare":true}')?.clashes).not.toEqual([])
  expect(
    imported('{"v":1,"keys":{"nothing.there":["m"],"loans.redisburse":["nonsense",7]},"bare":true}'),
  ).toMatchObject({
    keys: { [redisburse]: [] },
  })
})

test('only what one may do can be given keys', async ({ desk }) => {
  await desk.sit('cs')

  expect(changeable()).not.toContain(redisburse)
  expect(changeable()).toContain('grid.down')
})

test('a binding with several keys has exactly the new ones', () => {
  const run = () => {}
  const bindings = [
    { id: 'grid.down', keys: 'j', run },
    { id: 'grid.down', keys: 'down', run },
    { id: 'grid.up', keys: 'k', run },
  ] as const

  const keys = rebound(bindings, { 'grid.down': ['n', 'down'], 'grid.up': [] }).map((one) => `${one.id} ${one.keys}`)

  expect(keys).toEqual(['grid.down n', 'grid.down down'])
})

test('nothing that is declared anywhere clashes, over all layers', () => {
  expect(clashes(declared, [])).toEqual([])
})
