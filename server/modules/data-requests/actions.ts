import type { Customer } from '#contract/customers.ts'
import { dataRequest } from '#contract/data-requests.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { newId } from '#server/kernel/base/ids.ts'
import type { Call } from '#server/kernel/call/context.ts'
import { post } from '#server/kernel/jobs/outbox.ts'
import { dataFileTopic } from './port.ts'
import { dataRequestRows, type StoredDataRequest } from './store.ts'

type CustomerCall = Call<never, Customer>
type Outcome = Pick<StoredDataRequest, 'kind' | 'state'> &
  Partial<Pick<StoredDataRequest, 'count' | 'kept' | 'keptUntil'>>

/** Keeps a request that a second person has just released. */
export async function keepRequest(
  reason: string,
  outcome: Outcome,
  checkerId: IdOf<'staff'> | null,
  { tx, row, actor, now, today }: CustomerCall,
): Promise<IdOf<'dataRequest'>> {
  const id = await newId(tx, dataRequest.ids, today)
  const request = { id, customerId: row.id, reason, makerId: actor.id, checkerId, approvedAt: now }
  await tx.insert(dataRequestRows).values({ ...request, ...outcome })
  return id
}

/** Has the file of an export made, once a second person has released it. @throws Refusal `second_person_needed`. */
export async function askExport(reason: string, call: CustomerCall): Promise<void> {
  const checkerId = call.mustBeReleased()
  const id = await keepRequest(reason, { kind: 'export', state: 'making' }, checkerId, call)
  await post(call.tx, { topic: dataFileTopic, key: id, body: { id } }, call.now)
}
