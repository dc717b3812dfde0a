import { useMemo } from 'react'
import { useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import type { IdOf } from '#contract/kernel/values.ts'
import { pages } from '#contract/menu.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useToday } from '#src/session/clock.ts'
import { type Period, parsePeriod } from './parse-period.ts'

/** What the address says of the page: the period as it was typed, and which agency is shown. */
export interface ConductAddress {
  readonly period: string
  readonly agency: IdOf<'unit'> | null
}

/** What the address says, which days that is (null: it is no period), and how a part of it is changed. */
export function useConductAddress() {
  const search = useSearch()
  const language = useLanguage()
  const today = useToday()
  return useMemo(() => {
    const params = new URLSearchParams(search)
    const period = params.get('period') ?? today.slice(0, 7)
    const agency = params.get('agency') as IdOf<'unit'> | null // whether there is such, the server knows
    const address: ConductAddress = { period, agency }
    const days: Period | null = parsePeriod(period, { today, language })
    const show = (part: Partial<ConductAddress>) => {
      const next = { ...address, ...part }
      const said = new URLSearchParams({ period: next.period, ...(next.agency && { agency: next.agency }) })
      navigate(`${pages.conductReport}?${said}`, { replace: true })
    }
    return { address, days, show, today, language }
  }, [search, today, language])
}
