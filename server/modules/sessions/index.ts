import { sessions, staffSession } from '#contract/sessions.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { endSession } from '#server/modules/session/steps/sessions.ts'
import { sessionSource } from './source.ts'

/** Handlers of `sessions`: who is signed in. */
export default implement(
  sessions,
  {
    list: sessionSource,

    async end(_, { tx, row, actor, fail }) {
      if (row.id === actor.sessionId) return fail('own_session')
      await endSession(tx, row.staff.id, row.id)
    },
  },
  [rowSource(staffSession, sessionSource)],
)
