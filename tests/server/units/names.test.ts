import { expect } from 'vitest'
import type { Money } from '#contract/kernel/values.ts'
import { restaffing as test } from '#tests/support/restaffing.ts'
import type { World } from '#tests/support/server.ts'

/** Names that the collections department gets: French is none of ours, so it stays as it was given for whoever else reads. */
const named = { labelZh: '催收一线', labelVi: 'Thu hồi' } as const

/** Has the collections department be called so. */
async function nameCollections({ as }: Pick<World, 'as'>, labels: Readonly<Record<string, string>> = named) {
  const [row] = (await as('admin').departments.list({ q: 'id:COL' })).rows
  return as('admin').departments.setNames({ id: row!.id, version: row!.version, ...labels })
}

test('a department is called in the language of whoever reads, and as it was given where that has no name', async ({
  as,
}) => {
  await nameCollections({ as })
  const called = async (language: string) => {
    const [row] = (await as('admin', { language }).departments.list({ q: 'id:COL' })).rows
    return [row!.name, row!.givenName]
  }

  expect(await called('zh')).toEqual(['催收一线', 'Collections'])
  expect(await called('vi')).toEqual(['Thu hồi', 'Collections'])
  expect(await called('en')).toEqual(['Collections', 'Collections'])
  // a blank name is none
  await nameCollections({ as }, { labelVi: ' ' })
  expect(await called('zh')).toEqual(['Collections', 'Collections'])
})

test('whatever names a department names it so, and is found by any of its names', async ({ as }) => {
  await nameCollections({ as })
  const called = async (language: string, unit: string) => {
    const { rows } = await as('admin', { language }).staff.list({ q: `unit:${unit}` })
    return rows.filter((row) => row.unit.id === 'COL').map((row) => row.unit.name)
  }

  expect(await called('zh', '催收一线')).toEqual(['催收一线'])
  // a view that somebody else has saved says it in their language
  expect(await called('zh', '"Collections"')).toEqual(['催收一线'])
  expect(await called('zh', '"Thu hồi"')).toEqual(['催收一线'])
  expect(await called('en', '催收')).toEqual(['Collections'])
  expect(await called('en', 'Rückforderung')).toEqual([])
  const { found } = await as('admin', { language: 'zh' }).references.search({ kind: 'unit', text: '催收一线' })
  expect(found.map(({ id }) => id)).toContain('COL')
  const { found: above } = await as('admin', { language: 'zh' }).references.search({ kind: 'unit', text: 'AG1' })
  expect(above.find(({ id }) => id === 'AG1')).toMatchObject({ hint: '催收一线' })
  expect(await as('supervisor', { language: 'zh' }).account.profile({})).toMatchObject({ unit: '催收一线' })
})

test('lists are sorted by what is read, and to rename leaves other languages as they are', async ({ as }) => {
  await nameCollections({ as }, { labelVi: 'Aaa' })
  const sorted = async (language: string) =>
    (await as('admin', { language }).departments.list({ q: 'sort:name' })).rows.map(({ id }) => id)

  expect((await sorted('vi'))[0]).toBe('COL')
  const [row] = (await as('admin', { language: 'vi' }).departments.list({ q: 'id:COL' })).rows
  await as('admin').departments.edit({ id: row!.id, version: row!.version, name: 'Recovery' })
  const [after] = (await as('admin').departments.list({ q: 'id:COL' })).rows
  expect(after).toMatchObject({ name: 'Recovery', labelVi: 'Aaa', labelZh: null })
  // whoever renames it in a language that had a name of its own sees what they wrote
  const vi = as('admin', { language: 'vi' }).departments
  await vi.edit({ id: after!.id, version: after!.version, name: 'Thu hồi nợ' })
  const [last] = (await vi.list({ q: 'id:COL' })).rows
  expect(last).toMatchObject({ name: 'Thu hồi nợ', givenName: 'Thu hồi nợ', labelVi: null })
})

test('whoever may not rename it names it in no language; what is too long is refused by its field', async ({ as }) => {
  const [row] = (await as('admin').departments.list({ q: 'id:COL' })).rows
  const asked = { id: row!.id, version: row!.version }

  await expect(as('executive').departments.setNames({ ...asked, ...named })).rejects.toMatchObject({ code: 403 })
  await expect(as('admin').departments.setNames({ ...asked, labelJa: '回'.repeat(61) })).rejects.toMatchObject({
    fields: [{ field: 'labelJa' }],
  })
})

test('an agency and a coupon are called so as well', async ({ as, given }) => {
  const [agency] = (await as('manager').units.list({ q: 'id:AG2' })).rows
  await as('manager').units.setNames({ id: agency!.id, version: agency!.version, labelEs: 'Cobros Meridiano' })
  await given.loan({ state: 50 })
  const cases = await as('manager', { language: 'es' }).units.list({ q: 'parent:"Cobros Meridiano"' })
  expect(cases.rows.map((row) => row.parent?.name)).toEqual(['Cobros Meridiano'])

  const worth = { kind: 'limit', amountType: 'fixed', discountType: 'limit', validDays: 30 } as const
  const inr = (minor: number) => ({ minor, currency: 'INR' }) as Money
  const { id } = await as('manager').couponTemplates.add({
    ...{ ...worth, name: 'Welcome', amount: inr(50_000), applicable: inr(0) },
  })
  await as('manager').couponTemplates.setNames({ id, version: 1 as never, labelZh: '新客礼' })
  const listed = await as('manager', { language: 'zh' }).couponTemplates.list({ q: `id:${id}` })
  expect(listed.rows).toMatchObject([{ name: '新客礼', givenName: 'Welcome' }])
})
