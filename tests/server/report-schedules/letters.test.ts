import { expect } from 'vitest'
import { staffId } from '#server/seed/foundation.ts'
import type { Account } from '#tests/support/server.ts'
import { address, byMail, test } from './mailing.ts'

const eight = '2026-03-11T02:30:00Z'

test.beforeEach(({ post }) => post.recover())

test('a recipient is told whose schedule it is; whoever gets no mail is not made one', async ({
  as,
  given,
  schedule,
  sendAt,
  post,
  server,
}) => {
  await given.loan()
  await address({ server }, 'ops')
  const { id, version } = await schedule('ops', byMail)
  const added = () => as('ops').reportSchedules.addRecipient({ id, version, recipient: staffId('manager') })
  await expect(added()).rejects.toMatchObject({ fault: 'no_mail_address', fields: [{ field: 'recipient' }] })
  await address({ server }, 'manager')
  await added()

  await sendAt(eight)

  const { rows } = await server.app.database.query('select name from staff where id = $1', [staffId('ops')])
  const letterTo = (who: Account) => post.taken.find(({ for: [to] }) => to === `${who}@lender.example`)!.mail.text
  expect(letterTo('manager')).toContain(`${rows[0]!.name} has scheduled it for you`)
  expect(letterTo('ops')).toContain('because you have scheduled it')
})
