import { expect } from 'vitest'
import type { ParameterKind } from '#contract/parameters/values.ts'
import { addedParameters } from '#server/modules/parameters/steps/added.ts'
import { demoPassword } from '#server/seed/foundation.ts'
import { test as base } from '#tests/support/server.ts'

const test = base.extend<{ proved: undefined }>({
  proved: [
    async ({ as }, use) => {
      await as('ops').session.prove({ proof: demoPassword })
      await as('admin').session.prove({ proof: demoPassword })
      await use(undefined)
    },
    { auto: true },
  ],
})

/** Each kind that staff may add, as it is typed and as code reads it. */
const kinds = {
  number: ['-12', -12],
  percent: ['2.5%', 25_000],
  amount: ['1234.50', { minor: 123_450, currency: 'INR' }],
  minutes: ['90', 90],
  hours: ['8', 8],
  days: ['30', 30],
  switch: ['no', false],
  text: ['1800 11', '1800 11'],
  list: ['Pune, Delhi', ['Pune', 'Delhi']],
  secret: ['k-123', null],
} as const satisfies Record<Exclude<ParameterKind, 'limits'>, readonly [string, unknown]>
type Kind = keyof typeof kinds

test('what staff add is read by its code, typed by its kind; a secret never', async ({ as, server }) => {
  const { db } = server.app.database
  const { country } = server.app.clock
  const readOf = async (code: string) => (await addedParameters(db, [code], country)).get(code)
  const all = Object.keys(kinds) as Kind[] // its own keys
  for (const [at, kind] of all.entries()) {
    const [value] = kinds[kind]
    await as('ops').parameters.add({ number: 901 + at, id: `own.${kind}`, name: kind, kind, value, remark: 'r' })
  }

  for (const kind of all) {
    const [, read] = kinds[kind]
    expect(await readOf(`own.${kind}`)).toEqual(read === null ? undefined : { kind, value: read })
  }
  const many = await addedParameters(db, ['own.number', 'own.secret', 'own.switch', 'own.none'], country)
  expect([...many.keys()].toSorted()).toEqual(['own.number', 'own.switch'])
})

test('a code that is unknown, declared or switched off is not read, and as before once it is on again', async ({
  as,
  server,
  given,
}) => {
  const { db } = server.app.database
  const { country } = server.app.clock
  const readOf = async (code: string) => (await addedParameters(db, [code], country)).get(code)
  await given.parameter('approval.validDays', 20)
  await as('ops').parameters.add({ number: 901, id: 'own.days', name: 'D', kind: 'days', value: '30', remark: 'r' })
  const { id, version } = await as('admin').parameters.find({ code: 'own.days' })

  const off = await as('admin').parameters.setState({ id, version, state: 'disabled', remark: 'for now' })

  expect(await readOf('own.days')).toBeUndefined()
  expect(await readOf('own.unknown')).toBeUndefined()
  expect(await readOf('approval.validDays')).toBeUndefined()
  await as('admin').parameters.setState({ id, version: off.version, state: 'enabled', remark: 'again' })
  expect(await readOf('own.days')).toEqual({ kind: 'days', value: 30 })
})
