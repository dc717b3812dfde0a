import { dataUse } from '#contract/data-use.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { dataUseSource } from './source.ts'

/** Handlers of `dataUse`: who had how much personal data. */
export default implement(dataUse, { list: dataUseSource })
