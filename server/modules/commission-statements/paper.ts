import type { CommissionLine, CommissionStatement } from '#contract/commission-statements.ts'
import { businessDate } from '#contract/kernel/calendar.ts'
import { formatMoney, formatRate } from '#contract/kernel/format.ts'
import type { Instant, LocalDate, Ref } from '#contract/kernel/values.ts'
import type { Context } from '#server/kernel/call/context.ts'
import type { CustomerDocument, Fact, TableColumn } from '#server/modules/documents/steps/document.ts'
import { houseName } from '#server/modules/units/steps.ts'

/** Headings of a line, with their share of the width; numbers stand at the end of theirs. */
const columns = [
  ...([
    ['paidMonth', 2],
    ['entry', 2],
    ['stage', 1],
    ['rate', 1, true],
    ['entries', 1, true],
  ] as const),
  ...([
    ['recovered', 2, true],
    ['commission', 2, true],
    ['disputedCommission', 2, true],
  ] as const),
] as const

const shortMonth = (month: LocalDate): string => month.slice(0, 7)

/** A commission statement as a paper, in the language of whoever takes it along: what it comes to, then every line. */
export async function paperOf(
  statement: CommissionStatement,
  lines: readonly CommissionLine[],
  { app, language, t, tx }: Context,
): Promise<CustomerDocument> {
  const say = (key: string) => t(`commissionStatements.${key}`)
  const money = (amount: CommissionStatement['recovered']) => formatMoney(amount, language)
  const by = (who: Ref | null, at: Instant | null) =>
    who && at ? `${who.name}, ${businessDate(at, app.clock.country)}` : '–'
  const facts: readonly Fact[] = [
    ...([
      [say('id'), statement.id],
      [say('agency'), statement.agency.name],
      [say('state'), say(`state.${statement.state}`)],
      [say('entries'), String(statement.entries)],
    ] as const),
    ...(['recovered', 'commission', 'earlier', 'disputed', 'disputedCommission'] as const).map(
      (name) => [say(name), money(statement[name])] as const,
    ),
    [say('confirmedBy'), by(statement.confirmedBy, statement.confirmedAt)],
    [say('closedBy'), by(statement.closedBy, statement.closedAt)],
  ]
  const title = say('noun')
  return {
    ...{ language, title, sender: await houseName(tx, t), at: app.clock.now() },
    subtitle: `${statement.agency.name} · ${shortMonth(statement.month)}`,
    parts: [
      { heading: title, facts },
      {
        heading: say('lines'),
        table: {
          columns: columns.map(([name, share, end]): TableColumn => ({ title: say(name), share, end: end ?? false })),
          rows: lines.map((line) => [
            ...[shortMonth(line.paidMonth), t(`recoveries.entry.${line.entry}`), line.stage.name],
            ...[line.rate === null ? '–' : formatRate(line.rate, language), String(line.entries)],
            ...[money(line.recovered), money(line.commission), money(line.disputedCommission)],
          ]),
          sums: [
            ...['', '', '', '', String(statement.entries), money(statement.recovered)],
            ...[money(statement.commission), money(statement.disputedCommission)],
          ],
          none: '–',
        },
      },
    ],
    foot: (page, pages) => t('exports.foot', { title: `${title} ${statement.id}`, page, pages }),
  }
}
