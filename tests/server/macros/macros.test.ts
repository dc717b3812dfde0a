import { expect } from 'vitest'
import type { MacroStep } from '#contract/macros.ts'
import { test } from '#tests/support/server.ts'

const step = (id: string, args: MacroStep['call']['args'] = {}, holes: string[] = []): MacroStep => ({
  ...{ call: { v: 1, id, selection: null, args }, names: {}, holes },
})
const transfer = step('tickets.transfer', { to: 'SVC' }, ['note'])

test('a macro comes back to whoever made it, and to their unit where it is shared', async ({ as, server }) => {
  const saved = await as('cs').macros.save({ name: 'hand over', steps: [transfer], shared: false })
  const listed = async (who: 'cs' | 'ops') => (await as(who).macros.list()).macros.map(({ name }) => name)

  expect(saved).toMatchObject({ name: 'hand over', steps: [transfer], maker: { name: 'Customer service' } })
  expect([await listed('cs'), await listed('ops')]).toEqual([['hand over'], []])
  const together = `update macros set unit_id = (select unit_id from staff where account = 'ops')`
  await server.app.database.query(together)
  expect(await listed('ops')).toEqual([])
  await as('cs').macros.save({ name: 'hand over', steps: [transfer], shared: true })
  expect([await listed('cs'), await listed('ops')]).toEqual([['hand over'], []])
  await server.app.database.query(together)
  expect([await listed('cs'), await listed('ops')]).toEqual([['hand over'], ['hand over']])
})

test('of one name there is one', async ({ as }) => {
  const first = await as('cs').macros.save({ name: 'hand over', steps: [transfer], shared: false })
  const second = await as('cs').macros.save({ name: 'hand over', steps: [transfer, transfer], shared: false })

  expect(second.id).toBe(first.id)
  expect((await as('cs').macros.list()).macros.map(({ steps }) => steps.length)).toEqual([2])
})

test.for([
  ['a command that does not exist', step('loans.explode'), 'unknown_command'],
  ['one that acts on no row', step('session.signOut'), 'unknown_command'],
  ['one that one may not run', step('loans.redisburse'), 'forbidden'],
  ['an argument it does not understand', step('tickets.transfer', { to: 5 }), 'macro_argument'],
  ['an argument it does not have', step('tickets.transfer', { to: 'SVC', tip: 'x' }), 'macro_argument'],
  ['one that every object has', step('tickets.transfer', { to: 'SVC', constructor: 'x' } as never), 'macro_argument'],
  ['one that is asked for and given', step('tickets.transfer', { to: 'SVC' }, ['to']), 'macro_argument'],
  ['a secret', step('loans.changeCard', { account: '60123456789' }), 'macro_argument'],
] as const)('%s is no step', async ([, wrong, fault], { as }) => {
  const save = as('cs').macros.save({ name: 'x', steps: [transfer, wrong], shared: false })

  await expect(save).rejects.toMatchObject({ fault })
  expect((await as('cs').macros.list()).macros).toEqual([])
})

test('what cannot be undone is no step of a macro', async ({ as }) => {
  const save = as('manager').macros.save({ name: 'x', steps: [step('writeOffs.operational')], shared: false })

  await expect(save).rejects.toMatchObject({ fault: 'macro_irreversible' })
})

test('one throws one’s own away, nobody else’s; and one keeps fifty', async ({ as }) => {
  const { id } = await as('cs').macros.save({ name: 'hand over', steps: [transfer], shared: true })

  await expect(as('ops').macros.remove({ id })).rejects.toMatchObject({ fault: 'not_found' })
  await as('cs').macros.remove({ id })
  expect((await as('cs').macros.list()).macros).toEqual([])
  for (let i = 0; i < 50; i++) await as('cs').macros.save({ name: `m${i}`, steps: [transfer], shared: false })
  const another = as('cs').macros.save({ name: 'another', steps: [transfer], shared: false })
  await expect(another).rejects.toMatchObject({ fault: 'too_many_macros' })
})
