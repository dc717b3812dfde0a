import { plan, plans } from '#contract/plans.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { penaltiesOf } from './penalties.ts'
import { planSource } from './source.ts'

/** Handlers of `plans`: instalments and what they still ask for. */
export default implement(plans, { list: planSource, penalties: ({ id }, call) => penaltiesOf(id, call) }, [
  rowSource(plan, planSource),
])
