import { expect } from 'vitest'
import { staffId } from '#server/seed/foundation.ts'
import { test } from '#tests/support/server.ts'

test('what one sets is there at the next sign-in, and is nobody else’s', async ({ as }) => {
  await expect(as('cs').session.info()).resolves.toMatchObject({ settings: {} })

  await as('cs').settings.save({ theme: '#13c2c2', tagsView: false })

  await expect(as('cs').session.info()).resolves.toMatchObject({ settings: { theme: '#13c2c2', tagsView: false } })
  expect((await as('ops').session.info()).settings).toEqual({})
})

test('a part of the settings leaves the rest as it is', async ({ as }) => {
  await as('cs').settings.save({ theme: '#13c2c2', tagsView: false })

  const whole = await as('cs').settings.save({ fixedHeader: true, tagsView: true })

  expect(whole).toEqual({ theme: '#13c2c2', fixedHeader: true, tagsView: true })
})

test('the language one reads stands with the person', async ({ as, server }) => {
  const { database } = server.app
  try {
    await expect(as('cs').settings.save({ language: 'vi' })).resolves.toEqual({ language: 'vi' })

    const { rows } = await database.query(`select language from staff where account = 'cs'`)
    expect(rows).toEqual([{ language: 'vi' }])
  } finally {
    await database.query(`update staff set language = null where account = 'cs'`)
  }
})

test('what is no setting, or not of its kind, is refused by field and changes nothing', async ({ as, raw }) => {
  const save = (body: object) =>
    raw('POST /settings', {
      who: 'cs',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const wrong = [
    { theme: 'red' },
    { theme: '#12345' },
    { theme: 'url(javascript:alert(1))' },
    { tagsView: 'yes' },
    { language: 'fr' },
  ]

  for (const body of wrong) {
    await expect([body, await save({ ...body, fixedHeader: true })]).toMatchObject([
      body,
      { code: 400, fault: 'invalid' },
    ])
  }
  expect((await as('cs').session.info()).settings).toEqual({})
})

test('settings that another version wrote are read as far as they are settings', async ({ as, server }) => {
  const kept = { theme: 'mauve', tagsView: false, sidebarLogo: 1, gone: true }
  await server.app.database.query('insert into personal_settings (staff_id, values) values ($1, $2)', [
    staffId('cs'),
    JSON.stringify(kept),
  ])

  expect((await as('cs').session.info()).settings).toEqual({ tagsView: false })
})
