import { expect } from 'vitest'
import type { IdOf } from '#contract/kernel/values.ts'
import { letterLanguages, occasionIds } from '#contract/message-occasions.ts'
import { addFirstTemplates } from '#server/modules/message-templates/steps/templates.ts'
import { sandboxMessageRows } from '#server/modules/sandbox/store.ts'
import { test as base, type World } from '#tests/support/server.ts'

const test = base.extend<{ first: undefined }>({
  first: [
    async ({ server }, use) => {
      await addFirstTemplates(server.app.database.db, server.app.translations, new Date(0))
      await use(undefined)
    },
    { auto: true },
  ],
})
type As = Pick<World, 'as'>
const draft = { occasion: 'overdue', channel: 'sms', language: 'en' } as const
const template = async ({ as }: As, id = 'overdue-sms-en') =>
  (await as('ops').messageTemplates.list({ q: `id:${id}` })).rows[0]!
const edit = async ({ as }: As, text: string, id?: string) => {
  const { version, id: found } = await template({ as }, id)
  return as('ops').messageTemplates.edit({ id: found, version, text })
}
const remind = async ({ as }: As, id: IdOf<'loan'>) => {
  const { loan } = await as('ops').loans.detail({ id })
  return as('cs').messages.remind({ id, version: loan.version })
}
/** What the sandbox was sent, as it was written: what is due leaves together, and arrives in any order. */
const sent = async ({ server }: Pick<World, 'server'>) => {
  await server.dispatcher.flush()
  return server.app.database.db.select().from(sandboxMessageRows).orderBy(sandboxMessageRows.messageId)
}

test('what came with the product is the first template of every occasion, in every language of letters', async ({
  as,
}) => {
  const { rows } = await as('manager').messageTemplates.list({ q: '', size: 500 })

  expect(rows.length).toBe(occasionIds.length * letterLanguages.length)
  expect(rows.every(({ original, state, channel }) => original && state === 'enabled' && channel === 'sms')).toBe(true)
  expect(await template({ as })).toMatchObject({
    ...{ occasion: 'overdue', purpose: 'reminder', language: 'en', subject: null },
    text: expect.stringContaining('{{amount}} is open today'),
  })
})

test('the preview is what is sent', async ({ as, given, server }) => {
  const text = '{{name}}: {{amount}} of {{loan}} since {{date}}. {{app}}'
  const { loanId } = await given.plan({ phone: '9000012345' })
  const { customerId } = (await as('ops').loans.detail({ id: loanId })).loan
  await edit({ as }, text)

  const shown = await as('ops').messageTemplates.preview({ ...draft, text, customerId })

  expect(shown).toMatchObject({ text: `Asha Rao: ₹ 5,210 of ${loanId} since 5 Mar 2026. Lendline`, customerId })
  expect(shown).toMatchObject({ parts: 1, refusal: null, subject: null })
  await remind({ as }, loanId)
  expect(await sent({ server })).toMatchObject([{ text: shown.text }])
})

test('without a customer one is taken whom the reader may see, else samples; a stranger is none', async ({
  as,
  given,
}) => {
  const text = '{{name}} {{loan}}'
  expect(await as('ops').messageTemplates.preview({ ...draft, text })).toMatchObject({ customerId: null })
  const { loanId } = await given.plan({ name: 'Ravi Iyer' })

  const shown = await as('ops').messageTemplates.preview({ ...draft, text })

  expect(shown.text).toBe(`Ravi Iyer ${loanId}`)
  const stranger = as('ops').messageTemplates.preview({ ...draft, text, customerId: 'CU1' as IdOf<'customer'> })
  await expect(stranger).rejects.toMatchObject({ fault: 'unknown_customer', fields: [{ field: 'customerId' }] })
})

test('of the customers who could be shown it is one whom the reminder would be about', async ({ as, given }) => {
  const late = await given.plan({ name: 'Ravi Iyer' })
  const soon = await given.plan({ name: 'Meena Das', state: 30, dueDate: '2026-03-20' as never })
  const shown = async (occasion: 'overdue' | 'dueSoon' | 'dueToday') =>
    (await as('ops').messageTemplates.preview({ ...draft, occasion, text: '{{loan}}' })).text

  expect([await shown('overdue'), await shown('dueSoon')]).toEqual([late.loanId, soon.loanId])
  expect(await shown('dueToday')).toBe(soon.loanId)
})

test('a preview leaves nothing behind, and says why the customer would not be written to', async ({
  as,
  given,
  server,
}) => {
  const { loanId } = await given.plan({ charged: { penalty: 0 } })
  const { customerId } = (await as('ops').loans.detail({ id: loanId })).loan
  await server.app.database.query('update customers set phone = null')

  const shown = await as('ops').messageTemplates.preview({ ...draft, text: '{{amount}}', customerId })

  expect(shown.refusal).toBe('There is no phone number')
  const { rows } = await server.app.database.query('select charged_penalty, penalty_through from plans')
  expect(rows).toEqual([{ charged_penalty: 0, penalty_through: null }])
})

test.for([
  [{ text: 'You owe {{ammount}}' }, 'unknown_variable', 'text'],
  [{ text: '{{limit}} is due' }, 'unknown_variable', 'text'],
  [{ text: '{{conf.reveal.dailyMax}}' }, 'unknown_variable', 'text'],
  [{ text: ' ' }, 'invalid', 'text'],
  [{ text: 'x'.repeat(1_001) }, 'invalid', 'text'],
  [{ text: 'Hello', subject: 'Hi' }, 'no_subject_here', 'subject'],
  [{ text: 'Hello', channel: 'email' }, 'invalid', 'subject'],
  [{ text: 'Hello', channel: 'email', subject: '{{url}}' }, 'unknown_variable', 'subject'],
  [{ text: 'Hello', language: 'fr' }, 'invalid', 'language'],
] as const)('%j is refused as %s of %s', async ([wrong, fault, field], { as }) => {
  const before = (await as('ops').messageTemplates.list({ q: '' })).rows.length
  const refused = as('ops').messageTemplates.add({ ...draft, channel: 'whatsapp', ...wrong } as never)

  await expect(refused).rejects.toMatchObject({ code: 400, fault, fields: [{ field }] })
  expect((await as('ops').messageTemplates.list({ q: '' })).rows.length).toBe(before)
})

test('an unknown variable is refused by its name', async ({ as }) => {
  await expect(edit({ as }, 'You owe {{ammount}}')).rejects.toMatchObject({
    msg: expect.stringContaining('ammount'),
    values: { variable: 'ammount' },
  })
})

test('a template reads parameters that were added, no declared one and no secret', async ({ as, given, server }) => {
  await server.app.database.query(
    `insert into parameters (id, name, kind, value) values
     ('help.hotline', 'Hotline', 'text', '"1800 11"'), ('help.smsKey', 'Key', 'secret', '"abc"')`,
  )
  const { loanId } = await given.plan()

  await edit({ as }, 'Call {{conf.help.hotline}}')
  await remind({ as }, loanId)

  expect(await sent({ server })).toMatchObject([{ text: 'Call 1800 11' }])
  await expect(edit({ as }, '{{conf.help.smsKey}}')).rejects.toMatchObject({ fault: 'unknown_variable' })
})

test('a template writes what was added as its kind is written: amounts with their currency, durations with their unit', async ({
  as,
  given,
  server,
}) => {
  await server.app.database.query(
    `insert into parameters (id, name, kind, value, state) values
     ('fee.cap', 'Cap', 'amount', '12345600', 'enabled'), ('fee.share', 'Share', 'percent', '25000', 'enabled'),
     ('help.hours', 'Hours', 'hours', '9', 'enabled'), ('help.towns', 'Towns', 'list', '["Pune", "Delhi"]', 'enabled'),
     ('help.open', 'Open', 'switch', 'true', 'enabled'), ('help.off', 'Off', 'text', '"x"', 'disabled'),
     ('help.day', 'Days', 'days', '1', 'enabled'), ('book.loans', 'Loans', 'number', '1234567', 'enabled'),
     ('house.since', 'Since', 'number', '2019', 'enabled')`,
  )
  const { loanId } = await given.plan()
  const names = [
    'fee.cap',
    'fee.share',
    'help.hours',
    'help.day',
    'help.open',
    'help.towns',
    'book.loans',
    'house.since',
  ]
  const text = names.map((name) => `{{conf.${name}}}`).join('; ')

  await edit({ as }, text)
  await remind({ as }, loanId)
  const { text: inSpanish } = await as('ops').messageTemplates.preview({ ...draft, language: 'es', text })
  const { text: inVietnamese } = await as('ops').messageTemplates.preview({ ...draft, language: 'vi', text })

  expect(await sent({ server })).toMatchObject([
    { text: '₹ 1,23,456; 2.5 %; 9 hours; 1 day; Yes; Pune, Delhi; 12,34,567; 2019' },
  ])
  expect(inSpanish).toMatch(/; 9 horas; 1 día; Sí; Pune, Delhi; .*; 2019$/)
  expect(inVietnamese).toMatch(/; 2,5 %; 9 giờ; 1 ngày; Có; Pune, Delhi; 1\.234\.567; 2019$/)
  await expect(edit({ as }, '{{conf.help.off}}')).rejects.toMatchObject({ fault: 'unknown_variable' })
})

test('the preview says what stands in the place of each parameter that the text reads, unit included', async ({
  as,
  server,
}) => {
  await server.app.database.query(
    `insert into parameters (id, name, kind, value) values
     ('help.hours', 'Hours', 'hours', '9'), ('help.hotline', 'Hotline', 'text', '"1800 11"')`,
  )
  const text = 'Within {{conf.help.hours}} hours: {{ conf.help.hotline }}, {{conf.help.hours}}. {{app}}'

  const { parameters } = await as('ops').messageTemplates.preview({ ...draft, language: 'es', text })

  expect(parameters.toSorted((left, right) => (left.placeholder < right.placeholder ? -1 : 1))).toEqual([
    { placeholder: '{{conf.help.hotline}}', value: '1800 11' },
    { placeholder: '{{conf.help.hours}}', value: '9 horas' },
  ])
})

test('one of each kind; it is edited, put back, disabled, and recorded with before and after', async ({
  as,
  given,
  server,
}) => {
  await edit({ as }, 'Pay {{amount}}')
  expect(await template({ as })).toMatchObject({ text: 'Pay {{amount}}', original: false })
  await addFirstTemplates(server.app.database.db, server.app.translations, new Date(0))
  const edited = await template({ as })
  expect(edited.text).toBe('Pay {{amount}}')
  const { rows } = await as('admin').audit.list({ q: 'command:messageTemplates.edit' })
  expect(rows[0]!.changes).toContain('→ Pay {{amount}}')

  const restored = await as('ops').messageTemplates.restore({ id: edited.id, version: edited.version })
  expect(restored).toMatchObject({ original: true, text: expect.stringContaining('since {{date}}') })
  const { id, version } = restored
  await expect(as('ops').messageTemplates.restore({ id, version })).rejects.toMatchObject({
    fault: 'nothing_to_restore',
  })
  await expect(as('ops').messageTemplates.disable({ id, version })).rejects.toMatchObject({ code: 403 })
  await as('admin').messageTemplates.disable({ id, version })
  const { loanId } = await given.plan()
  await expect(remind({ as }, loanId)).rejects.toMatchObject({ fault: 'no_template' })
  await expect(as('ops').messageTemplates.add({ ...draft, text: 'x' })).rejects.toMatchObject({
    fault: 'known_already',
  })
  await expect(as('collector').messageTemplates.list({ q: '' })).rejects.toMatchObject({ code: 403 })
})

test('the first channel counts that has a template and reaches the customer', async ({ as, given, server }) => {
  await given.parameter('messages.channels', ['whatsapp', 'email', 'sms'])
  const mail = { ...draft, channel: 'email', subject: '{{loan}} is due', text: 'Dear {{name}}' } as const
  await as('ops').messageTemplates.add(mail)
  const [first, second] = [await given.plan(), await given.plan({ phone: '9000012345' })]
  await server.app.database.query(
    `update customers set email = 'asha@example.com' where id = (select customer_id from loans where id = $1)`,
    [first.loanId],
  )

  await remind({ as }, first.loanId)
  await remind({ as }, second.loanId)

  expect(await sent({ server })).toMatchObject([
    { channel: 'email', to: 'asha@example.com', text: 'Dear Asha Rao' },
    { channel: 'sms', to: '+919000012345' },
  ])
  const { rows } = await as('ops').messages.list({ q: 'channel:email' })
  expect(rows).toMatchObject([{ subject: `${first.loanId} is due`, state: 'sent' }])
})
