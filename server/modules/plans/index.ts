import { plan, plans } from '#contract/plans.ts'
import { found, implement } from '#server/kernel/implement.ts'
import { penaltiesOf } from './penalties.ts'
import { planSource } from './source.ts'

/** Instalments and what they still ask for. */
export default implement(plans, { list: planSource, penalties: ({ id }, call) => penaltiesOf(id, call) }, [
  found(plan, planSource),
])
