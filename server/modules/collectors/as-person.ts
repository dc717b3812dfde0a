import type { Collector } from '#contract/collectors/row.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import type { Call } from '#server/kernel/call/context.ts'

/** A call about a collector as one about the member of staff that they are. */
export const asPerson = (call: Call<never, Collector>) => {
  const { id, name, account } = call.row
  return { ...call, row: { id: id as string as IdOf<'staff'>, name, account } } // a collector is named as the person is
}
