import { expect, test } from 'vitest'
import { type Bound, clashes, gridTable } from '#src/command/keys/clashes.ts'

const redisburse: Bound = { id: 'loans.redisburse', keys: 'r', layer: 'grid', of: 'loans' }
const bound = (about: Partial<Bound>): Bound => ({ id: 'other', keys: 'r', layer: 'grid', of: 'loans', ...about })

test('the keys of the grid clash neither with each other nor with the fixed keys of the commands', () => {
  const fixed: Bound[] = [
    redisburse,
    bound({ id: 'reductions.request', keys: 'd' }),
    bound({ id: 'cases.end', keys: 'e', of: 'cases' }),
    bound({ id: 'tickets.transfer', keys: 't', of: 'tickets' }),
    bound({ id: 'reductions.pass', keys: 'A', of: 'reductions' }),
    bound({ id: 'reductions.reject', keys: 'X', of: 'reductions' }),
    { id: 'palette.open', keys: 'mod+k', layer: 'global' },
    { id: 'menu.plans', keys: 'g r', layer: 'global' },
  ]

  expect(clashes(fixed)).toEqual([])
})

test('two commands for the same rows with the same key are named', () => {
  expect(clashes([redisburse, bound({})])).toEqual([{ why: 'taken', keys: 'r', ids: ['loans.redisburse', 'other'] }])
})

test('for different rows the same key means different things', () => {
  expect(clashes([redisburse, bound({ of: 'cases' })])).toEqual([])
})

test('a command may have the same key in several places', () => {
  expect(
    clashes([redisburse, { ...redisburse, keys: 'mod+e', layer: 'page' }, { ...redisburse, keys: 'mod+e' }]),
  ).toEqual([])
})

test.for(gridTable)('no command of a noun may take $keys from the grid', ({ id, keys }) => {
  expect(clashes([bound({ keys })])).toContainEqual({ why: 'taken', keys, ids: [id, 'other'] })
})

test.for(['g g', 'g y'] as const)('no page may have %s: the grid would hide it', (keys) => {
  expect(clashes([{ id: 'menu.plans', keys, layer: 'global' }])).toMatchObject([{ why: 'taken', keys }])
})

test('what hides a key of another layer is named', () => {
  const far = bound({ id: 'far', keys: 'mod+e', layer: 'global' })

  expect(clashes([far, bound({ keys: 'mod+e' })])).toMatchObject([{ why: 'taken', keys: 'mod+e' }])
  expect(clashes([far, bound({ keys: 'mod+e', layer: 'palette' })])).toMatchObject([{ why: 'taken', keys: 'mod+e' }])
})

test.for(['?', '.'] as const)('%s means the same on every page and, for its rows, in the grid', (keys) => {
  expect(clashes([{ id: 'everywhere', keys, layer: 'global' }])).toEqual([])
  expect(clashes([{ id: 'everywhere', keys, layer: 'global' }, bound({ keys })])).toHaveLength(2)
})

test('behind a dialog or the palette nothing is hidden that is not heard there anyway', () => {
  expect(clashes([bound({ keys: 'enter', layer: 'palette' }), bound({ keys: 'escape', layer: 'dialog' })])).toEqual([])
})

test.for([
  ['g', 'g r'],
  ['v', 'v 1'],
  ['z', 'z d'],
] as const)('a command may not have %s, which begins %s', ([keys, longer]) => {
  const found = clashes([bound({ keys }), { id: 'menu.plans', keys: 'g r', layer: 'global' }])

  expect(found).toContainEqual({ why: 'begins', keys: longer, ids: ['other', expect.any(String)] })
})

test('no sequence of a command may begin with a key that acts', () => {
  expect(clashes([bound({ keys: 'p x' })])).toEqual([{ why: 'begins', keys: 'p x', ids: ['grid.peek', 'other'] }])
  expect(clashes([redisburse, bound({ keys: 'r x' })])).toMatchObject([{ why: 'begins', keys: 'r x' }])
})

test.for([
  ['r', 'page'],
  ['r', 'global'],
  ['/', 'global'],
  ['?', 'dialog'],
  ['a', 'palette'],
  ['a', 'text'],
  ['g 1', 'global'],
  ['5', 'grid'],
] as const)('%s is misplaced in the layer %s', ([keys, layer]) => {
  expect(clashes([{ id: 'other', keys, layer }], [])).toEqual([{ why: 'misplaced', keys, ids: ['other'] }])
})

test('who has changed the keys of the grid is held to those', () => {
  const table = gridTable.map((one) => (one.keys === 'p' ? { ...one, keys: 'q' as const } : one))

  expect(clashes([bound({ keys: 'p' })], table)).toEqual([])
  expect(clashes([bound({ keys: 'q' })], table)).toHaveLength(1)
})
