import { board } from '#contract/board.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { stagesOf } from '#server/modules/stages/steps.ts'
import { agenciesOf } from './agencies.ts'
import { alertsOf } from './alerts.ts'
import { flowDays, flowLines, headline, mendLines, rollLines, stageLines } from './lines.ts'
import { numbersOf, pick } from './numbers.ts'
import { ofOrders, orderFilter } from './order-filter.ts'

/** Handlers of `board`: how collection stands now. */
export default implement(board, {
  async read({ q }, context) {
    const { tx, today, now } = context
    const filter = await orderFilter(q, context)
    const known = await stagesOf(tx)
    const first = ofOrders(filter, headline)
    const stages = known.map((stage) => ({ ...stage, lines: ofOrders(filter, stageLines(stage.id)) }))
    const rolls = known.map((stage, i) => ({
      ...{ from: stage.name, to: known[i + 1]?.name ?? null, lines: ofOrders(filter, rollLines(stage)) },
    }))
    const days = flowDays(today).map((day) => ({ day, lines: ofOrders(filter, flowLines(day)) }))
    const sections = [stages, rolls, days].flatMap((rows) => rows.flatMap(({ lines }) => lines))
    // what is to be mended is that whatever is looked at
    const [numbers, agencies] = await Promise.all([
      numbersOf([...first, ...sections, ...mendLines], context),
      agenciesOf(filter, context),
    ])
    return {
      ...{ at: toInstant(now), today, headline: pick(first, numbers) },
      stages: stages.map(({ lines, ...stage }) => ({ ...stage, numbers: pick(lines, numbers) })),
      roll: rolls.map(({ lines, ...roll }) => ({ ...roll, numbers: pick(lines, numbers) })),
      days: days.map(({ day, lines }) => ({ day, numbers: pick(lines, numbers) })),
      agencies,
      alerts: await alertsOf(pick(mendLines, numbers), context),
    }
  },
})
