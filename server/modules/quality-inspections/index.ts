import { qualityInspections } from '#contract/quality-inspections/calls.ts'
import { qualityInspection } from '#contract/quality-inspections/row.ts'
import { implement } from '#server/kernel/call/implement.ts'
import { rowSource } from '#server/kernel/listing/source.ts'
import { appeal, decideAppeal, sendBack, show } from './appeal.ts'
import { claimNext } from './claim-next.ts'
import { inspect, release, reopen } from './inspect.ts'
import { qualityInspectionSource } from './source.ts'

/** Handlers of `qualityInspections`: decisions that were drawn, and what was found of them. */
export default implement(
  qualityInspections,
  {
    list: qualityInspectionSource,
    claimNext: (_, call) => claimNext(call),
    release: (_, call) => release(call),
    pass: ({ code, remark }, call) => inspect({ outcome: 'pass', code, remark: remark || null }, call),
    fail: ({ code, remark }, call) => inspect({ outcome: 'fail', code, remark: remark || null }, call),
    reopen: (_, call) => reopen(call),
    show: (_, call) => show(call),
    appeal: ({ reason }, call) => appeal(reason, call),
    uphold: ({ remark }, call) => decideAppeal('upheld', remark, call),
    overturn: ({ remark }, call) => decideAppeal('overturned', remark, call),
    sendBack: ({ reason }, call) => sendBack(reason, call),
  },
  [rowSource(qualityInspection, qualityInspectionSource)],
)
