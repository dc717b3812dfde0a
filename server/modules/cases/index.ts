import { eq } from 'drizzle-orm'
import { cases, collectionCase } from '#contract/cases.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { closedCaseSource } from './closed-source.ts'
import { contact } from './contact-links.ts'
import { reopen } from './reopen.ts'
import { caseSource, openCaseSource } from './source.ts'
import { caseRows } from './store.ts'
import { recall, transfer } from './transfer.ts'

/** Handlers of `cases`: overdue orders in the hands of collection. */
export default implement(
  cases,
  {
    open: openCaseSource,
    closed: closedCaseSource,

    async end({ reason }, { tx, row, now, fail }) {
      if (reason === 'paid' && row.repayable.minor > 0) return fail('still_owed', { owed: row.repayable })
      const closed = { state: 'closed' as const, closeReason: reason, closedAt: now }
      await tx.update(caseRows).set(closed).where(eq(caseRows.id, row.id))
    },

    transfer: (asked, call) => transfer(asked, call),
    shareOut: (asked, call) => transfer(asked, call),
    recall: (asked, call) => recall(asked, call),
    reopen: (_, call) => reopen(call),

    call: (_, call) => contact('phone', call),
    whatsApp: (_, call) => contact('whatsApp', call),
  },
  [rowSource(collectionCase, caseSource)],
)
