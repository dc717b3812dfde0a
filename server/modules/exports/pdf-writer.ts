import { toInstant } from '#contract/kernel/calendar.ts'
import { offsetMinutesOf } from '#contract/kernel/countries.ts'
import { atOffset } from '#contract/kernel/dayjs.ts'
import { localeOf } from '#contract/kernel/format.ts'
import { Refusal } from '#server/kernel/base/refusal.ts'
import type { Context } from '#server/kernel/call/context.ts'
import type { Cell, FileColumn } from '#server/kernel/export/column.ts'
import type { FileWriter } from '#server/kernel/export/export-file.ts'
import type { CustomerDocument, Section } from '#server/modules/documents/steps/document.ts'
import { toPdf } from '#server/modules/documents/steps/pdf.ts'
import { houseName } from '#server/modules/units/steps.ts'

/** More rows nobody reads on paper, … */
export const pdfRowsMax = 1_000
/** … and so many columns stand beside each other on a page: those that do not fit stand below, behind the first again. */
const columnsMax = 6

/** A number as people read it; texts as they are. */
function readable(cell: Cell | undefined, { type }: FileColumn, language: string): string {
  if (cell === null || cell === undefined) return ''
  if (type !== 'count' && type !== 'money' && type !== 'percent') return cell
  const places = type === 'percent' ? 2 : (cell.split('.')[1]?.length ?? 0)
  const shown = { minimumFractionDigits: places, maximumFractionDigits: places }
  const number = Number(cell).toLocaleString(localeOf(language), shown)
  return type === 'percent' ? `${number} %` : number
}

const isNumber = ({ type }: FileColumn): boolean => type === 'count' || type === 'money' || type === 'percent'

/** Columns in groups that fit a page, the first column before each. */
function groupsOf(columns: readonly FileColumn[]): number[][] {
  const others = columns.map((_, i) => i).slice(1)
  const size = columnsMax - 1
  const groups = Array.from({ length: Math.max(1, Math.ceil(others.length / size)) }, (_, i) => {
    return others.slice(i * size, (i + 1) * size)
  })
  return groups.map((group) => [0, ...group])
}

/** Rows as tables of a paper. */
function sectionsOf(columns: readonly FileColumn[], rows: readonly (readonly Cell[])[], { language, t }: Context) {
  return groupsOf(columns).map((group): Section => {
    const of = group.map((i) => columns[i]!)
    return {
      heading: of.length > 1 ? `${of[1]!.heading} – ${of.at(-1)!.heading}` : of[0]!.heading,
      table: {
        columns: of.map((column) => ({ title: column.heading, share: 1, end: isNumber(column) })),
        rows: rows.map((row) => group.map((i) => readable(row[i], columns[i]!, language))),
        none: t('exports.noRows'),
        cut: true,
      },
    }
  })
}

/** A file as a paper: whose it is, when it was made and for whom, then its rows. */
async function paperOf(title: string, parts: readonly Section[], context: Context): Promise<CustomerDocument> {
  const { app, actor, now, language, t, tx } = context
  const at = atOffset(toInstant(now), offsetMinutesOf(app.clock.country)).format('YYYY-MM-DD HH:mm')
  return {
    ...{ language, title, parts, at: now },
    sender: await houseName(tx, t),
    subtitle: t('exports.madeFor', { name: actor.name, at }),
    foot: (page, pages) => t('exports.foot', { title, page, pages }),
  }
}

/** Writer of files as PDF, in the words of whoever they are for. @throws Refusal `pdf_rows` for more than one reads on paper. */
export const pdfWriter = (title: string, context: Context): FileWriter => ({
  extension: 'pdf',
  type: 'application/pdf',
  async *write(columns, batches) {
    const rows: (readonly Cell[])[] = []
    for await (const some of batches) {
      rows.push(...some)
      if (rows.length > pdfRowsMax) throw new Refusal('pdf_rows', { max: pdfRowsMax })
    }
    const paper = await paperOf(title, sectionsOf(columns, rows, context), context)
    for await (const piece of await toPdf(paper)) yield piece as Buffer // as a document is made
  },
})
