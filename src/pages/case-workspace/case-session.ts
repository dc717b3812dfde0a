import { proxy } from 'valtio'
import { caseWorkspace } from '#contract/case-workspace.ts'
import type { Output } from '#contract/kernel/endpoint.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { call } from '#src/call/call.ts'
import { queryClient, silent } from '#src/call/query-client.ts'
import { onSignOut, onUserGone } from '#src/session/base/session.ts'
import { emptyForm, type FollowUpFields } from './follow-up-form.ts'
import { lineOfWork } from './work-order.ts'

type CaseId = IdOf<'case'>
export type NextCase = Output<typeof caseWorkspace.next>

/** What somebody's collecting is at, from one case to the next: what comes after the one in front, fetched already. */
export const caseSession = proxy<{ ahead: NextCase | null }>({ ahead: null })

/**
 * Forms that were begun: kept over a look at something else, over a case that is taken away, and over a session that runs
 * out for whoever comes back.
 */
const forms = new Map<CaseId, FollowUpFields>()
export const formOf = (id: CaseId): FollowUpFields => forms.get(id) ?? emptyForm
export const keepForm = (id: CaseId, form: FollowUpFields): void => void forms.set(id, form)

/** Cases that were passed over without a word: they come last. */
const passed = new Set<CaseId>()
const passedMax = 500

onUserGone(() => forms.clear())
onSignOut(() => {
  passed.clear()
  caseSession.ahead = null
})

const detailKey = (id: CaseId) => ['caseWorkspace', caseWorkspace.detail.id, { id }]

async function findNext(after?: CaseId): Promise<NextCase> {
  const q = await lineOfWork()
  const found = await call(caseWorkspace.next, { ...(after && { after }), q, passed: [...passed].slice(-passedMax) })
  const next = found.next?.id
  if (next) {
    const queryFn = () => call(caseWorkspace.detail, { id: next })
    await queryClient.prefetchQuery({ queryKey: detailKey(next), queryFn, meta: silent })
  }
  return found
}

let fetching: Promise<void> = Promise.resolve()
/** Which case is in front: what was asked for behind another is nobody's next any more. */
let front: CaseId | undefined

/** Prefetch: finds and fetches the case that comes after this one. */
export function fetchAhead(current: CaseId): Promise<void> {
  if (front === current && caseSession.ahead) return Promise.resolve()
  front = current
  caseSession.ahead = null
  fetching = findNext(current)
    .then((found) => {
      if (front === current) caseSession.ahead = found
    })
    .catch(() => {}) // it is found when it is needed
  return fetching
}

/** The same once more: by another order another case comes next. */
export function refetchAhead(): void {
  const current = front
  front = undefined
  if (current) void fetchAhead(current)
}

/** The case to go on with after the one in front; null where none is to be worked. */
export async function takeNext(after?: CaseId): Promise<NextCase['next']> {
  await fetching
  const { ahead } = caseSession
  front = undefined
  caseSession.ahead = null
  return (ahead ?? (await findNext(after))).next
}

/** What was noted is kept no more, nor what the case was before. */
export function forgetCase(id: CaseId): void {
  forms.delete(id)
  passed.delete(id)
  queryClient.removeQueries({ queryKey: detailKey(id) })
}

/** Passes a case over, until the others are done. */
export const passOver = (id: CaseId): void => {
  passed.delete(id)
  passed.add(id)
}
