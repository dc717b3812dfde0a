import { expect } from 'vitest'
import { businessEvents } from '#contract/business-events.ts'
import type { ReportSchedule } from '#contract/report-schedules.ts'
import { attachmentBytesMax } from '#server/modules/report-schedules/mail.ts'
import { sendReports } from '#server/modules/report-schedules/send.ts'
import { staffId } from '#server/seed/foundation.ts'
import type { MailServer } from '#tests/support/mail-server.ts'
import { address, byMail, set, test } from './mailing.ts'
import { exportable } from './support.ts'

const at = (time: string) => `2026-03-11T${time}:00Z`
const eight = at('02:30')

test.beforeEach(({ post }) => post.recover())

const attached = ({ taken }: MailServer, nth = 0): Buffer =>
  Buffer.from(taken[nth]!.mail.attachments[0]!.content as ArrayBuffer) // as postal-mime has it unless told otherwise
const linesOf = (bytes: Buffer) => bytes.toString().trim().split(/\r?\n/).slice(1)

test('a file goes by mail as well, byte for byte, in the words of its reader', async ({
  given,
  schedule,
  sendAt,
  runsOf,
  fileOf,
  post,
  server,
}) => {
  await given.loan()
  await address({ server }, 'ops')
  await set({ server }, 'ops', 'language', 'id')
  await schedule('ops', { ...byMail, title: 'All applications' })

  await sendAt(eight)

  const [run] = await runsOf('ops')
  const inCentre = Buffer.from(await (await fileOf(run!, 'ops')).arrayBuffer())
  expect(run).toMatchObject({ state: 'done', mail: 'sent', attempts: 1, rows: 1, error: null })
  expect(post.taken).toMatchObject([
    {
      for: ['ops@lender.example'],
      mail: {
        subject: 'Laporan: All applications 2026-03-11.csv',
        messageId: `<${run!.id}@lender.example>`,
        text: expect.stringContaining('jumlah baris: 1'),
        attachments: [{ filename: 'All applications 2026-03-11.csv' }],
      },
    },
  ])
  expect(attached(post)).toEqual(inCentre)
})

test('a mail says which number was reached, in the words of its reader', async ({
  given,
  schedule,
  sendAt,
  post,
  server,
}) => {
  await given.loan()
  await address({ server }, 'ops')
  await set({ server }, 'ops', 'language', 'zh')
  const content = exportable(businessEvents.daily.id)
  const shape = { measures: ['applications'] }
  await schedule('ops', { ...byMail, content, shape, title: 'Today', condition: 'applications>0' })

  await sendAt(eight)

  expect(post.taken).toMatchObject([{ mail: { subject: expect.stringMatching(/Today.*申请.* > 0/) } }])
  expect(post.taken[0]!.mail.text).toMatch(/申请.* > 0.*1/)
})

test('mail holds what its reader may see at that moment', async ({ given, schedule, sendAt, post, server }) => {
  const ours = await given.loan({ departmentId: 'OPS' as never })
  const theirs = await given.loan({ departmentId: 'RSK' as never })
  await address({ server }, 'manager')
  await set({ server }, 'manager', 'unit_id', 'OPS')
  await schedule('manager', byMail)

  await sendAt(eight)
  await set({ server }, 'manager', 'unit_id', 'RSK')
  await sendAt('2026-03-12T02:30:00Z')

  expect(linesOf(attached(post))).toEqual([ours.id])
  expect(linesOf(attached(post, 1))).toEqual([theirs.id])
})

test('whoever has no address is told so by the field, then and later', async ({
  as,
  schedule,
  sendAt,
  runsOf,
  post,
  server,
}) => {
  const refused = { fault: 'no_mail_address', fields: [{ field: 'delivery' }] }
  await expect(schedule('ops', byMail)).rejects.toMatchObject(refused)
  const { id, version, ...row } = await schedule('ops', { ...byMail, delivery: 'centre' })
  const { title, query, frequency, time, format } = row
  const edited = { id, version, title, query, frequency, time: time as never, format, delivery: 'mail' } as const
  await expect(as('ops').reportSchedules.edit(edited)).rejects.toMatchObject(refused)

  await address({ server }, 'ops')
  expect(await as('ops').reportSchedules.edit(edited)).toMatchObject({ delivery: 'mail' })
  await set({ server }, 'ops', 'email', null)
  await sendAt(eight)

  const [run] = await runsOf('ops')
  expect(run).toMatchObject({ state: 'refused', mail: 'notSent', error: expect.stringContaining('no e-mail address') })
  expect((await as('ops').exports.list({ q: '' })).rows).toHaveLength(1)
  expect(post.taken).toEqual([])
})

test('an address that the server refuses is not tried again, and its answer can be read', async ({
  schedule,
  sendAt,
  runsOf,
  as,
  post,
  server,
}) => {
  await address({ server }, 'ops')
  await schedule('ops', byMail)
  post.ail({ recipient: { code: 550, text: 'Nobody here' } })

  await sendAt(eight)
  await sendAt(at('05:00'))

  expect(await runsOf('ops')).toMatchObject([
    {
      state: 'refused',
      mail: 'notSent',
      attempts: 1,
      error: expect.stringMatching(/server refuses it: 550 Nobody here/),
    },
  ])
  const waiting = await as('ops').overview.waiting()
  expect(waiting.piles).toContainEqual(expect.objectContaining({ id: 'schedulesFailed', count: 1 }))
  expect(post.begun()).toBe(1)
})

test('while the server is away mail waits; whoever is disabled meanwhile gets none', async ({
  schedule,
  sendAt,
  runsOf,
  as,
  post,
  server,
}) => {
  for (const who of ['ops', 'manager'] as const) {
    await address({ server }, who)
    await schedule(who, byMail)
  }
  await post.down()

  await sendAt(eight)
  const [waiting] = await runsOf('ops')
  await post.up()
  await set({ server }, 'manager', 'state', 'disabled')
  await sendAt(at('02:31'))

  expect(waiting).toMatchObject({ state: 'queued', mail: 'waiting', error: expect.stringContaining('ECONNREFUSED') })
  expect(post.taken.map((one) => one.for)).toEqual([['ops@lender.example']])
  const runs = (await as('admin').reportSchedules.runs({ q: '' })).rows
  expect(runs.find(({ recipient }) => recipient.id === staffId('ops'))).toMatchObject({
    ...{ state: 'done', mail: 'sent', attempts: 2, error: null },
  })
  expect(runs.find(({ recipient }) => recipient.id === staffId('manager'))).toMatchObject({
    ...{ state: 'refused', mail: 'notSent', error: 'The account is disabled' },
  })
})

test('a server that stays away is tried five times; the file lies in the export centre', async ({
  schedule,
  sendAt,
  runsOf,
  as,
  post,
  server,
}) => {
  await address({ server }, 'ops')
  await schedule('ops', byMail)
  await post.down()

  for (const time of ['02:30', '02:31', '02:33', '02:37', '02:45', '05:00']) await sendAt(at(time))

  expect(await runsOf('ops')).toMatchObject([{ state: 'failed', mail: 'notSent', attempts: 5 }])
  expect((await as('ops').exports.list({ q: '' })).rows).toMatchObject([{ state: 'done' }])
})

test('nothing is sent twice, whoever sends and however often', async ({ schedule, sendAt, runsOf, post, server }) => {
  await address({ server }, 'ops')
  await schedule('ops', byMail)

  await sendAt(eight)
  await Promise.all([sendReports(server.app), sendReports(server.app)])
  await sendAt(at('02:46'))

  expect(await runsOf('ops')).toMatchObject([{ state: 'done', mail: 'sent', attempts: 1 }])
  expect(post.begun()).toBe(1)
})

test('what was being sent when its server stopped is not sent again, and the record says that nobody knows', async ({
  schedule,
  sendAt,
  runsOf,
  as,
  post,
  server,
}) => {
  await address({ server }, 'ops')
  await schedule('ops', byMail)
  await sendAt(eight)
  // as it stands between the answer of the mail server and the row that says so
  await server.app.database.query(
    `update report_runs set state = 'running', mail = 'sending', finished_at = null, next_at = '2026-03-11T02:45:00Z'`,
  )

  await sendAt(at('02:44'))
  const [meanwhile] = await runsOf('ops')
  await sendAt(at('02:46'))
  await sendAt(at('05:00'))

  expect(meanwhile).toMatchObject({ state: 'running', mail: 'sending' })
  expect(await runsOf('ops')).toMatchObject([
    { state: 'failed', mail: 'unclear', error: expect.stringContaining('Nobody knows') },
  ])
  expect(post.taken).toHaveLength(1)
  // by hand it is another one
  const [{ id, version }] = (await as('ops').reportSchedules.list({ q: '' })).rows as [ReportSchedule]
  await as('ops').reportSchedules.run({ id, version })
  await server.settled()
  await sendReports(server.app)
  expect(post.taken).toHaveLength(2)
})

test('a connection that breaks after the message leaves it unclear, once', async ({
  schedule,
  sendAt,
  runsOf,
  post,
  server,
}) => {
  await address({ server }, 'ops')
  await schedule('ops', byMail)
  post.ail({ breaksAt: 'message' })

  await sendAt(eight)
  await sendAt(at('05:00'))

  expect(await runsOf('ops')).toMatchObject([{ state: 'failed', mail: 'unclear', attempts: 1 }])
  expect(post.begun()).toBe(1)
})

test('a title writes no header', async ({ schedule, sendAt, post, server }) => {
  await address({ server }, 'ops')
  await schedule('ops', { ...byMail, title: 'Morning\r\nBcc: thief@evil.example' })

  await sendAt(eight)

  const [{ for: recipients, mail }] = post.taken as [MailServer['taken'][number]]
  expect(recipients).toEqual(['ops@lender.example'])
  expect(mail.subject).toMatch(/^Report: Morning Bcc +thief@evil\.example 2026-03-11\.csv$/)
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
})

test('a file that is too large for mail is told of, and lies in the export centre', async ({
  schedule,
  sendAt,
  runsOf,
  post,
  server,
}) => {
  await address({ server }, 'ops')
  await schedule('ops', byMail)
  await post.down()
  await sendAt(eight)
  await server.app.database.query(
    `insert into export_parts select id, 999, convert_to(repeat('x', ${attachmentBytesMax}), 'UTF8') from exports`,
  )
  await post.up()

  await sendAt(at('02:31'))

  expect(await runsOf('ops')).toMatchObject([{ state: 'done', mail: 'sent' }])
  expect(post.taken[0]!.mail).toMatchObject({ attachments: [], text: expect.stringContaining('too large') })
})
