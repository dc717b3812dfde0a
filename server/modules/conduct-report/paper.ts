import { type ConductReport, conductGroups, conductMeasures } from '#contract/conduct-report.ts'
import { businessDate } from '#contract/kernel/calendar.ts'
import { countries, offsetMinutesOf } from '#contract/kernel/countries.ts'
import { atOffset } from '#contract/kernel/dayjs.ts'
import type { FaultValues } from '#contract/kernel/fault.ts'
import { formatDay } from '#contract/kernel/letter-dates.ts'
import type { Context } from '#server/kernel/call/context.ts'
import type { CustomerDocument, Section } from '#server/modules/documents/steps/document.ts'

type Say = (key: string, values?: FaultValues) => string
const [nameShare, countShare] = [3, 2]

/** So much of a name stands in a line before its numbers; facts tell all of it. */
const nameMax = 40
const shortName = (name: string): string => (name.length > nameMax ? `${name.slice(0, nameMax - 1)}…` : name)

/** A group of measures as a table: a line for each agency. */
function sectionOf(group: (typeof conductGroups)[number], { agencies }: ConductReport, say: Say): Section {
  const measures: readonly string[] = conductMeasures[group]
  return {
    heading: say(`group.${group}`),
    table: {
      columns: [
        { title: say('agency'), share: nameShare },
        ...measures.map((one) => ({ title: say(`measure.${one}`), share: countShare, end: true })),
      ],
      rows: agencies.map(({ name, counts }) => [
        shortName(name),
        ...counts.filter(({ measure }) => measures.includes(measure)).map(({ count }) => String(count ?? '–')),
      ]),
      none: '–',
    },
  }
}

/** The report as a paper: about whom, for which days, when and by whom it was made, then every measure. */
export function paperOf(
  report: ConductReport,
  house: string,
  { app: { clock, translations }, actor }: Pick<Context, 'app' | 'actor'>,
): CustomerDocument {
  const language = countries[clock.country].letters
  const say: Say = (key, values) => translations.t(language, `conductReport.${key}`, values)
  const { from, to, madeAt, limit, agencies } = report
  const period = `${formatDay(from, language)} – ${formatDay(to, language)}`
  const time = atOffset(madeAt, offsetMinutesOf(clock.country)).format('HH:mm')
  const made = `${formatDay(businessDate(madeAt, clock.country), language)} ${time}`
  const [only] = agencies
  return {
    ...{ language, sender: house, title: say('title'), at: new Date(madeAt) },
    subtitle: agencies.length === 1 && only ? `${only.name} · ${period}` : period,
    parts: [
      {
        heading: say('about'),
        facts: [
          [say('agencies'), agencies.map(({ name }) => name).join(', ')],
          [say('period'), period],
          [say('madeAt'), made],
          [say('madeBy'), actor.name],
          [say('limitPerDay'), limit === null ? say('noLimit') : String(limit)],
        ],
      },
      ...conductGroups.map((group) => sectionOf(group, report, say)),
      {
        heading: say('notes'),
        notes: [say('note.refused'), say('note.today', { made }), say('note.outOfHours'), say('note.checks')],
      },
    ],
    foot: (page, pages) => say('foot', { period, page, pages }),
  }
}
