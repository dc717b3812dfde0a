import { expect, test } from 'vitest'
import type { Requirement } from '#contract/kernel/rights.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { RoleGrants } from '#contract/lens.ts'
import type { PageId } from '#contract/menu.ts'
import type { RoleHolder } from '#contract/roles.ts'
import type { LensEntry } from '#src/command/lens.ts'
import { blankDraft, type RoleDraft } from '#src/pages/roles/role-draft.ts'
import { roleEffects } from '#src/pages/roles/role-effects.ts'

const id = (mark: string) => mark as IdOf<'role'>
const entry = (name: string, requires: Requirement, risk: 'write' | 'money' = 'write'): LensEntry => ({
  ...{ id: name, requires },
  of: { risk } as LensEntry['of'], // nothing else of a command is looked at
})
const orders = entry('menu.orders', 'orders')
const exporting = entry('orders.export', 'orders.export')
const approving = entry('orders.approve', 'orders.approve', 'money')
const all = [orders, exporting, approving]
const granting = (codes: number | null, scope: 'all' | 'own' = 'all'): RoleDraft => ({
  ...blankDraft,
  grants: new Map(codes === null ? [] : [['orders' as PageId, { codes, scope }]]),
})
const holder = (name: string, ...roles: string[]): RoleHolder => ({
  ...{ id: name as IdOf<'staff'>, name, unit: 'Head office', roles: roles.map(id), signedIn: true },
})
/** Another role, by which somebody sees orders whatever becomes of the first. */
const desk: RoleGrants = {
  id: id('CS'),
  name: 'Desk',
  mark: 'CS',
  grants: [{ page: 'orders', codes: 0, scope: 'all' }],
}
const effects = (before: RoleDraft, after: RoleDraft, people = [holder('Asha', 'OPS'), holder('Ravi', 'OPS', 'CS')]) =>
  roleEffects({ roleId: 'OPS', before, after, people, roles: [desk], all })
const told = ({ entries }: ReturnType<typeof effects>) =>
  entries.map(({ entry: of, change, people, others }) => `${of.id} ${change} ${people}/${people + others}`)

test('a page that is taken is lost by whoever has it by no other role, with its buttons', () => {
  const lost = effects(granting(8 | 16), granting(null))

  expect(told(lost)).toEqual(['menu.orders lost 1/2', 'orders.export lost 2/2', 'orders.approve lost 2/2'])
  expect(lost.people.map(({ person, gains, loses, also }) => [person.name, gains, loses, also])).toEqual([
    ['Asha', 0, 3, []],
    ['Ravi', 0, 2, ['Desk']],
  ])
  expect(lost.money).toBe(0)
})

test('a button that is taken is lost alone, and nobody gains by it', () => {
  expect(told(effects(granting(8 | 16), granting(8)))).toEqual(['orders.approve lost 2/2'])
})

test('a role that is disabled loses everything that it grants, and one that is enabled gains it', () => {
  const disabled = { ...granting(8), state: 'disabled' as const }

  expect(told(effects(granting(8), disabled, [holder('Asha', 'OPS')]))).toEqual([
    'menu.orders lost 1/1',
    'orders.export lost 1/1',
  ])
  expect(told(effects(disabled, granting(8), [holder('Asha', 'OPS')]))).toEqual([
    'menu.orders gained 1/1',
    'orders.export gained 1/1',
  ])
})

test('other rows are neither gained nor lost', () => {
  expect(told(effects(granting(8), granting(8, 'own'), [holder('Asha', 'OPS')]))).toEqual([
    'menu.orders reached 1/1',
    'orders.export reached 1/1',
  ])
})

test('of a role that nobody has it is told what it would take, of nobody; money that is gained is counted', () => {
  expect(told(effects(granting(8), granting(null), []))).toEqual(['menu.orders lost 0/0', 'orders.export lost 0/0'])
  expect(effects(granting(8), granting(8 | 16), []).money).toBe(1)
})
