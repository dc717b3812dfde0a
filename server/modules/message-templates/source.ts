import { sql } from 'drizzle-orm'
import { occasionIds, occasions } from '#contract/message-occasions.ts'
import type { MessageTemplate } from '#contract/message-templates.ts'
import { type Source, unscoped } from '#server/kernel/listing/source.ts'
import { messageTemplateRows } from './store.ts'

const { occasion } = messageTemplateRows
const purpose = sql`case ${occasion} ${sql.join(
  occasionIds.map((id) => sql`when ${id} then ${occasions[id].purpose}`),
  sql` `,
)} end`

/** List source: message templates. */
export const messageTemplateSource: Source<MessageTemplate> = {
  table: messageTemplateRows,
  from: sql`${messageTemplateRows}`,
  columns: () => ({
    id: messageTemplateRows.id,
    version: messageTemplateRows.version,
    state: messageTemplateRows.state,
    occasion,
    purpose,
    channel: messageTemplateRows.channel,
    language: messageTemplateRows.language,
    subject: messageTemplateRows.subject,
    text: messageTemplateRows.text,
    original: messageTemplateRows.original,
    changedBy: messageTemplateRows.changedBy,
    createdAt: messageTemplateRows.createdAt,
  }),
  scope: unscoped,
}
