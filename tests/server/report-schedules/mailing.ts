import { staffId } from '#server/seed/foundation.ts'
import { type MailServer, mailServer } from '#tests/support/mail-server.ts'
import { type Account, startEngine, type World } from '#tests/support/server.ts'
import { exportable, test as sending } from './support.ts'

/** `test` with one server and one mail server for all tests of a file; `post.recover()` has it well, and empty. */
export const test = sending.extend<{ post: MailServer }>({ post: [mailServer, { scope: 'worker' }] }).extend({
  engine: [
    async ({ post }, use) => {
      const engine = await startEngine('IN', { mail: { url: post.url, from: 'Reports <reports@lender.example>' } })
      await use(engine)
      await engine.server.stop()
    },
    { scope: 'worker' },
  ],
})

/** All applications by their ids, by mail. */
export const byMail = {
  content: exportable('loans.applications'),
  shape: { columns: ['id'] },
  delivery: 'mail' as const,
}

/** Sets a column of a member of staff. */
export const set = ({ server }: Pick<World, 'server'>, who: Account, column: string, value: string | null) =>
  server.app.database.query(`update staff set ${column} = $2 where id = $1`, [staffId(who), value])
/** Gives somebody an address. */
export const address = (world: Pick<World, 'server'>, who: Account) => set(world, who, 'email', `${who}@lender.example`)
