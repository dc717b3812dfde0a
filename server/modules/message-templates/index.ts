import { eq } from 'drizzle-orm'
import { type MessageTemplate, messageTemplate, messageTemplates } from '#contract/message-templates.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { previewOf } from './preview.ts'
import { saidBy } from './said.ts'
import { messageTemplateSource } from './source.ts'
import { mustBeFillable, originalText, templateId } from './steps/templates.ts'
import { messageTemplateRows } from './store.ts'

const setState =
  (state: MessageTemplate['state']) =>
  async (_: object, { tx, row }: Call<never, MessageTemplate>): Promise<void> => {
    await tx.update(messageTemplateRows).set({ state }).where(eq(messageTemplateRows.id, row.id))
  }

/** Handlers of `messageTemplates`: what customers are written. */
export default implement(
  messageTemplates,
  {
    list: messageTemplateSource,

    async detail({ id }, { tx, actor, app, t, fail }) {
      const access = { actor, scopes: ['all'] as const, app, t }
      const found = await findOne(tx, rowSource(messageTemplate, messageTemplateSource), id, access)
      if (!found) return fail('not_found')
      return { template: found as MessageTemplate } // read by its own fields
    },

    async add(draft, call) {
      const { tx, now, note, fail } = call
      const { occasion, channel, language } = draft
      const said = saidBy(draft)
      await mustBeFillable(call, occasion, said)
      const id = templateId(occasion, channel, language)
      const added = await tx
        .insert(messageTemplateRows)
        .values({ id, occasion, channel, language, ...said, createdAt: now })
        .onConflictDoNothing()
        .returning({ id: messageTemplateRows.id })
      if (added.length === 0) return fail('known_already')
      note({ objectId: id, after: { occasion, channel, language, ...said } })
      return { id }
    },

    async edit({ subject, text }, call) {
      const { tx, row } = call
      const said = saidBy({ channel: row.channel, subject, text })
      await mustBeFillable(call, row.occasion, said)
      await tx
        .update(messageTemplateRows)
        .set({ ...said, original: false })
        .where(eq(messageTemplateRows.id, row.id))
    },

    async restore(_, { tx, row, app, fail }) {
      const original = originalText(app.translations, row)
      if (!original || row.original) return fail('nothing_to_restore')
      await tx
        .update(messageTemplateRows)
        .set({ ...original, original: true })
        .where(eq(messageTemplateRows.id, row.id))
    },

    enable: setState('enabled'),
    disable: setState('disabled'),
    preview: previewOf,
  },
  [rowSource(messageTemplate, messageTemplateSource)],
)
