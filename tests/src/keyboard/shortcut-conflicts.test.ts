import { expect, test } from 'vitest'
import { type DeclaredShortcut, gridShortcuts, shortcutConflicts } from '#src/keyboard/shortcut-conflicts.ts'

const redisburse: DeclaredShortcut = { id: 'loans.redisburse', keys: 'r', layer: 'grid', scope: 'loans' }
const bound = (about: Partial<DeclaredShortcut>): DeclaredShortcut => ({
  id: 'other',
  keys: 'r',
  layer: 'grid',
  scope: 'loans',
  ...about,
})

test('the keys of the grid clash neither with each other nor with the fixed keys of the commands', () => {
  const fixed: DeclaredShortcut[] = [
    redisburse,
    bound({ id: 'reductions.request', keys: 'd' }),
    bound({ id: 'cases.end', keys: 'e', scope: 'cases' }),
    bound({ id: 'tickets.transfer', keys: 't', scope: 'tickets' }),
    bound({ id: 'reductions.pass', keys: 'A', scope: 'reductions' }),
    bound({ id: 'reductions.reject', keys: 'X', scope: 'reductions' }),
    { id: 'palette.open', keys: 'mod+k', layer: 'global' },
    { id: 'menu.plans', keys: 'g r', layer: 'global' },
  ]

  expect(shortcutConflicts(fixed)).toEqual([])
})

test('two commands for the same rows with the same key are named', () => {
  expect(shortcutConflicts([redisburse, bound({})])).toEqual([
    { kind: 'taken', keys: 'r', ids: ['loans.redisburse', 'other'] },
  ])
})

test('for different rows the same key means different things', () => {
  expect(shortcutConflicts([redisburse, bound({ scope: 'cases' })])).toEqual([])
})

test('a command may have the same key in several places', () => {
  expect(
    shortcutConflicts([redisburse, { ...redisburse, keys: 'mod+e', layer: 'page' }, { ...redisburse, keys: 'mod+e' }]),
  ).toEqual([])
})

test.for(gridShortcuts)('no command of a noun may take $keys from the grid', ({ id, keys }) => {
  expect(shortcutConflicts([bound({ keys })])).toContainEqual({ kind: 'taken', keys, ids: [id, 'other'] })
})

test.for(['g g', 'g y'] as const)('no page may have %s: the grid would hide it', (keys) => {
  expect(shortcutConflicts([{ id: 'menu.plans', keys, layer: 'global' }])).toMatchObject([{ kind: 'taken', keys }])
})

test('what hides a key of another layer is named', () => {
  const far = bound({ id: 'far', keys: 'mod+e', layer: 'global' })

  expect(shortcutConflicts([far, bound({ keys: 'mod+e' })])).toMatchObject([{ kind: 'taken', keys: 'mod+e' }])
  expect(shortcutConflicts([far, bound({ keys: 'mod+e', layer: 'palette' })])).toMatchObject([
    { kind: 'taken', keys: 'mod+e' },
  ])
})

test.for(['?', '.'] as const)('%s means the same on every page and, for its rows, in the grid', (keys) => {
  expect(shortcutConflicts([{ id: 'everywhere', keys, layer: 'global' }])).toEqual([])
  expect(shortcutConflicts([{ id: 'everywhere', keys, layer: 'global' }, bound({ keys })])).toHaveLength(2)
})

test('behind a dialog or the palette nothing is hidden that is not heard there anyway', () => {
  expect(
    shortcutConflicts([bound({ keys: 'enter', layer: 'palette' }), bound({ keys: 'escape', layer: 'dialog' })]),
  ).toEqual([])
})

test.for([
  ['g', 'g r'],
  ['v', 'v 1'],
  ['z', 'z d'],
] as const)('a command may not have %s, which begins %s', ([keys, longer]) => {
  const found = shortcutConflicts([bound({ keys }), { id: 'menu.plans', keys: 'g r', layer: 'global' }])

  expect(found).toContainEqual({ kind: 'begins', keys: longer, ids: ['other', expect.any(String)] })
})

test('no sequence of a command may begin with a key that acts', () => {
  expect(shortcutConflicts([bound({ keys: 'p x' })])).toEqual([
    { kind: 'begins', keys: 'p x', ids: ['grid.peek', 'other'] },
  ])
  expect(shortcutConflicts([redisburse, bound({ keys: 'r x' })])).toMatchObject([{ kind: 'begins', keys: 'r x' }])
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
  expect(shortcutConflicts([{ id: 'other', keys, layer }], [])).toEqual([{ kind: 'misplaced', keys, ids: ['other'] }])
})

test('who has changed the keys of the grid is held to those', () => {
  const table = gridShortcuts.map((one) => (one.keys === 'p' ? { ...one, keys: 'q' as const } : one))

  expect(shortcutConflicts([bound({ keys: 'p' })], table)).toEqual([])
  expect(shortcutConflicts([bound({ keys: 'q' })], table)).toHaveLength(1)
})
