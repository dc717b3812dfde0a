import { useEffect, useRef } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { caseAllocations } from '#contract/case-allocations.ts'
import { collectionCase } from '#contract/cases.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { pages } from '#contract/menu.ts'
import { call } from '#src/call/call.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { invalidate, useCall } from '#src/call/query-client.ts'
import { showError } from '#src/call/show-error.ts'
import { onRowsChanged } from '#src/grid/model/live-stream.ts'
import { useText } from '#src/locale/text.ts'
import { closeTab, tabState } from '#src/session/tabs.ts'
import { Notice } from '#src/ui/feedback/Notice.tsx'
import { Page } from '#src/ui/Page.tsx'
import { NoRecordNotice } from '../records/RecordPage.tsx'
import { AllocationBoard } from './AllocationBoard.tsx'
import type { AllocationDetail } from './allocation-detail.ts'
import { allocationPath, useAllocationAddress } from './use-allocation-address.ts'

const refetch = () => invalidate(['caseAllocations'])

/** An allocation, or the rehearsal of one: who gets how many, against weights, and why. */
export function AllocationPage() {
  const [address, show] = useAllocationAddress()
  const { id, stage } = address
  const query = useCall(caseAllocations.detail, { id, ...(stage && { stage }) }, { enabled: Boolean(id) })
  // another stage comes in place of this one: nothing jumps meanwhile
  const last = useRef<AllocationDetail>(undefined)
  if (query.data) last.current = query.data
  const shown = query.data ?? (last.current?.allocation.id === id && !query.error ? last.current : undefined)
  useEffect(() => onRowsChanged('caseAllocations', refetch), [])
  if (!id) return <NoRecordNotice />
  if (shown) return <AllocationBoard detail={shown} address={address} show={show} />
  return (
    <Page>
      <QueryResult query={query}>{() => null}</QueryResult>
    </Page>
  )
}

interface Leading {
  /** What stands there meanwhile. */
  readonly title: string
  /** Finds out where it leads. */
  readonly find: () => Promise<string>
  /** Where it leads instead, where that cannot be found out: to the list of allocations, if nothing is said. */
  readonly otherwise?: string
}

/** Goes on to where something leads. */
function useLeading({ title, find, otherwise = pages.caseAllocations }: Leading) {
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const own = tabState.front
    find()
      .catch((error: unknown) => {
        showError(error)
        return otherwise
      })
      .then((path) => {
        if (own) closeTab(own) // it has done what it was for
        navigate(path, { replace: true })
      })
  }, [find, otherwise])
  return (
    <Page>
      <Notice page title={title} />
    </Page>
  )
}

const nothingShown = { stage: null, to: null, turn: null } as const

async function rehearse(day: 'next' | 'today'): Promise<string> {
  const { id } = await call(caseAllocations.rehearse, { day })
  refetch()
  return allocationPath({ id, ...nothingShown })
}

/** Rehearses the next allocation, or one of today, and shows it. */
export function RehearsalPage() {
  const { text } = useText()
  const isToday = new URLSearchParams(useSearch()).get('day') === 'today'
  return useLeading({
    title: text('caseAllocations.rehearsing'),
    find: () => rehearse(isToday ? 'today' : 'next'),
  })
}

/** Shows the turn that gave a case to its collector. */
export function CaseAllocationPage() {
  const { text } = useText()
  const caseId = (new URLSearchParams(useSearch()).get('case') ?? '') as IdOf<'case'> // whether it is one, the server knows
  const find = async () => {
    const { id, stage, turn } = await call(caseAllocations.ofCase, { caseId })
    const { of } = await call(caseAllocations.explain, { id, stage, turn })
    return allocationPath({ id, stage, turn, to: of.to?.id ?? 'nobody' })
  }
  // no allocation has given it to anybody: then to the case itself
  return useLeading({
    title: text('caseAllocations.whyCollector'),
    find,
    otherwise: recordPath(collectionCase, caseId),
  })
}
