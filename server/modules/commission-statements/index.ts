import { eq, sql } from 'drizzle-orm'
import { type CommissionStatement, commissionStatement, commissionStatements } from '#contract/commission-statements.ts'
import { fileName } from '#contract/kernel/format.ts'
import type { IdOf, LocalDate } from '#contract/kernel/values.ts'
import { FileResponse } from '#server/kernel/base/file-response.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Call, Context } from '#server/kernel/call/context.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { findMany, findOne } from '#server/kernel/listing/read-rows.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { toPdf } from '#server/modules/documents/steps/pdf.ts'
import { recordDownload } from '#server/modules/documents/steps/record-download.ts'
import { mustNotBeMaker } from '#server/modules/four-eyes/steps.ts'
import { keepDisputes } from '#server/modules/recoveries/steps/statements.ts'
import { withinReach } from '#server/modules/units/steps.ts'
import { unitRows } from '#server/modules/units/store.ts'
import { drawStatements, lastMonth, monthOf } from './draw.ts'
import { paperOf } from './paper.ts'
import { commissionLineSource, commissionStatementSource } from './source.ts'
import { commissionLineRows as lineRows, commissionStatementRows as rows } from './store.ts'

const place = rowSource(commissionStatement, commissionStatementSource)
type StatementCall = Call<never, CommissionStatement>

const set = (values: Partial<typeof rows.$inferInsert>, { tx, row }: StatementCall) =>
  tx.update(rows).set(values).where(eq(rows.id, row.id))

/** Agencies whose statements somebody may draw up. */
async function agenciesWithin({ tx, actor }: Context): Promise<ReadonlySet<IdOf<'unit'>>> {
  const within = withinReach(actor, 'commissionStatements.add', sql`${unitRows.path}`)
  const found = await tx.select({ id: unitRows.id }).from(unitRows).where(within)
  return new Set(found.map(({ id }) => id))
}

/** Draws up statements until a month. @throws Refusal `month_not_over`, `nothing_to_draw`. */
async function draw(month: LocalDate, context: Context): Promise<number> {
  const { tx, app, today, note } = context
  const through = monthOf(month)
  const last = lastMonth(today)
  if (through > last) throw new Refusal('month_not_over', { month: last.slice(0, 7) }, { field: 'month' })
  const drawn = await drawStatements(tx, { through, reach: await agenciesWithin(context) }, app.clock)
  if (drawn === 0) throw new Refusal('nothing_to_draw', { month: through.slice(0, 7) }, { field: 'month' })
  note({ after: { month: through, drawn } })
  return drawn
}

/** A statement that the caller may take along, as a paper. @throws Refusal `not_found`. */
async function paperFile(id: IdOf<'commissionStatement'>, call: Call<'not_found'>): Promise<FileResponse> {
  const { tx, app, actor, t } = call
  const { id: command, requires } = commissionStatements.paper
  const access = { actor, app, t, scopes: actor.scopesOf(requires as 'commissionStatements.export') } // as it says
  const statement = (await findOne(tx, place, id, access)) as CommissionStatement | undefined // read by its own fields
  if (!statement) return call.fail('not_found')
  const ofIt = { where: sql`${lineRows.statementId} = ${id}`, order: sql`length(${lineRows.id}), ${lineRows.id}` }
  const { fields } = commissionStatements.lines
  const lines = await findMany(tx, { source: commissionLineSource, fields }, ofIt, access)
  const made = await toPdf(await paperOf(statement, lines, call))
  await recordDownload({ page: 'commissionStatements', command, noun: 'commissionStatements', objectId: id }, call)
  return new FileResponse(fileName(t('menu.commissionStatements'), id, 'pdf'), 'application/pdf', made)
}

/** Handlers of `commissionStatements`: what agencies get, month by month. */
export default implement(
  commissionStatements,
  {
    list: commissionStatementSource,
    lines: commissionLineSource,

    paper: ({ id }, call) => paperFile(id, call) as never, // a file stands for the answer

    draw: async ({ month }, call) => ({ drawn: await draw(month, call) }),

    async confirm(_, call) {
      await set({ state: 'confirmed', confirmedById: call.actor.id, confirmedAt: call.now, note: null }, call)
    },

    async close(_, call) {
      const { tx, row, actor, now } = call
      mustNotBeMaker({ row: { maker: row.confirmedBy! }, actor }) // somebody has confirmed it
      await keepDisputes(tx, row.id)
      await set({ state: 'closed', closedById: actor.id, closedAt: now }, call)
    },

    async sendBack({ note }, call) {
      await set({ state: 'drawn', confirmedById: null, confirmedAt: null, note }, call)
    },
  },
  [place],
)
