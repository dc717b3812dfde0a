import { board } from '#contract/board.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { stagesOf } from '#server/modules/stages/steps.ts'
import { agenciesOf } from './agencies.ts'
import { alertsOf } from './alerts.ts'
import { flowDays, flowLines, headline, mendLines, rollLines, stageLines } from './lines.ts'
import { numbersOf, pick } from './numbers.ts'

/** Handlers of `board`: how collection stands now. */
export default implement(board, {
  async read(_, context) {
    const { tx, today, now } = context
    const known = await stagesOf(tx)
    const stages = known.map((stage) => ({ ...stage, lines: stageLines(stage.id) }))
    const rolls = known.map(({ id, name }, i) => ({
      ...{ from: name, to: known[i + 1]?.name ?? null, lines: rollLines(id) },
    }))
    const days = flowDays(today).map((day) => ({ day, lines: flowLines(day) }))
    const sections = [stages, rolls, days].flatMap((rows) => rows.flatMap(({ lines }) => lines))
    const numbers = await numbersOf([...headline, ...sections, ...mendLines], context)
    return {
      ...{ at: toInstant(now), today, headline: pick(headline, numbers) },
      stages: stages.map(({ lines, ...stage }) => ({ ...stage, numbers: pick(lines, numbers) })),
      roll: rolls.map(({ lines, ...roll }) => ({ ...roll, numbers: pick(lines, numbers) })),
      days: days.map(({ day, lines }) => ({ day, numbers: pick(lines, numbers) })),
      agencies: await agenciesOf(context),
      alerts: await alertsOf(pick(mendLines, numbers), context),
    }
  },
})
