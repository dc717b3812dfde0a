import { useMemo } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { DutyFilter } from '#contract/duty-days.ts'
import { LocalDate } from '#contract/kernel/values.ts'

/** What is shown: the week by its days, the weekly pattern, or the week of whoever is away in it. */
export const dutyViews = ['week', 'pattern', 'leave'] as const
export type DutyView = (typeof dutyViews)[number]

/** What the address says of the page: everything but the cursor and what is not saved. */
export interface DutyAddress extends DutyFilter {
  /** A day of the week that is shown; none: this week. */
  readonly week?: LocalDate | undefined
  readonly view: DutyView
}

const names = ['week', 'view', 'agency', 'group', 'stage', 'name'] as const

function parseAddress(search: string): DutyAddress {
  const params = new URLSearchParams(search)
  const week = LocalDate.safeParse(params.get('week'))
  const of = (name: keyof DutyFilter) => params.get(name) ?? undefined
  return {
    week: week.success ? week.data : undefined,
    view: dutyViews.find((one) => one === params.get('view')) ?? 'week',
    ...{ agency: of('agency'), group: of('group'), stage: of('stage'), name: of('name') },
  }
}

function formatAddress(address: DutyAddress): string {
  const params = new URLSearchParams()
  for (const name of names) {
    const value = address[name]
    if (value && !(name === 'view' && value === 'week')) params.set(name, value)
  }
  const search = params.toString()
  return search ? `${window.location.pathname}?${search}` : window.location.pathname
}

/** What the address says, and how a part of it is changed. */
export function useDutyAddress(): readonly [DutyAddress, (part: Partial<DutyAddress>) => void] {
  const search = useSearch()
  const address = useMemo(() => parseAddress(search), [search])
  return [address, (part) => navigate(formatAddress({ ...address, ...part }), { replace: true })]
}
