import { sql } from 'drizzle-orm'
import type { FailedMessage } from '#contract/failed-messages.ts'
import { loanCode } from '#contract/loans/flow.ts'
import { failedMessageRows, outboxRows } from '#server/kernel/base/tables.ts'
import type { Source } from '#server/kernel/listing/source.ts'
import { loanRows } from '#server/modules/loans/store.ts'
import { payoutRows } from '#server/modules/payouts/store.ts'
import { maskedBody } from './masked-body.ts'

const loanId = sql`coalesce(${outboxRows.body} ->> 'loanId',
  (select p.loan_id from ${payoutRows} p where p.id = ${outboxRows.body} ->> 'payoutId'))`
/** States in which an order waits for a message: for its decision, or for its pay-out. */
const waiting = sql`(${loanCode.reviewing}, ${loanCode.disbursing})`

/** List source: messages that could not be delivered, until they are. */
export const failedMessageSource: Source<FailedMessage> = {
  table: failedMessageRows,
  from: sql`${failedMessageRows} join ${outboxRows} on ${outboxRows.id} = ${failedMessageRows.messageId}`,
  columns: () => ({
    id: failedMessageRows.id,
    version: failedMessageRows.version,
    state: sql`case ${outboxRows.state} when 'dead' then 'dead' else 'retrying' end`,
    topic: outboxRows.topic,
    key: outboxRows.key,
    loanId,
    holdsOrder: sql`exists (select from ${loanRows} l where l.id = ${loanId} and l.state in ${waiting})`,
    error: outboxRows.error,
    attempts: outboxRows.attempts,
    body: { select: { 'whole body': outboxRows.body }, compute: (row) => maskedBody(row['whole body']) },
    postedAt: outboxRows.at,
    failedAt: failedMessageRows.failedAt,
    nextAt: sql`case ${outboxRows.state} when 'waiting' then ${outboxRows.nextAt} end`,
  }),
  scope: {},
}
