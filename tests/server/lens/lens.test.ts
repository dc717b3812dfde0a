import { expect } from 'vitest'
import { rightsOf } from '#contract/kernel/grants.ts'
import { grantsOf, roleMarks } from '#server/seed/roles.ts'
import { test } from '#tests/support/server.ts'

test('the administrator is told what every role grants, and whose rows it reaches', async ({ as }) => {
  const { roles } = await as('admin').lens.roles()

  expect(roles.map(({ mark }) => mark).toSorted()).toEqual([...roleMarks].toSorted())
  for (const { mark, grants } of roles) {
    const seeded = grantsOf(mark as (typeof roleMarks)[number])
    expect([mark, [...rightsOf(grants).granted].toSorted()]).toEqual([mark, [...rightsOf(seeded).granted].toSorted()])
    expect(new Set(grants.map(({ scope }) => scope))).toEqual(new Set(seeded.map(({ scope }) => scope)))
  }
})

test('nobody else is told, and what was taken along is on the record', async ({ as }) => {
  await expect(as('manager').lens.roles()).rejects.toMatchObject({ code: 403 })
  await expect(as('manager').lens.exported({ commands: 1, roles: 1 })).rejects.toMatchObject({ code: 403 })

  await as('admin').lens.exported({ commands: 40, roles: 18 })

  const { rows } = await as('admin').audit.list({ q: 'command:lens.exported' })
  expect(rows.map(({ actor, outcome }) => [actor, outcome]).toSorted()).toEqual([
    ['Administrator', 'done'],
    ['Manager', 'refused'],
  ])
})
