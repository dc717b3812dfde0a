import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { type FindableKind, type FoundRecord, find, findTextMax } from '#contract/find.ts'
import { pages } from '#contract/menu.ts'
import { call } from '#src/call/call.ts'
import { debounce } from '#src/command/arguments/debounce.ts'
import { consoleApi } from '#src/command/run/console-api.ts'
import { fetchRecordTarget } from '#src/command/run/fetch-target.ts'
import { closePalette, openSearch, paletteState } from '#src/command/run/palette-state.ts'
import { say } from '#src/locale/text.ts'
import { hrefOf } from '#src/session/tabs.ts'
import { actionItem, type PaletteItem, type PaletteSection, sectionOf } from './palette-item.ts'
import { parseIds } from './pasted-ids.ts'
import { type Prefix, parseQuery } from './prefixes.ts'

/** Fewest characters that records are looked for by. */
const typedMin = 3
const recordPrefixes: readonly (Prefix | '')[] = ['', '#', '@']

/** What records are looked for by; null where none are. */
function recordQueryOf(text: string): { text: string; people: boolean } | null {
  const { prefix, typed } = parseQuery(text)
  if (!recordPrefixes.includes(prefix) || typed.length < typedMin || parseIds(typed).length > 1) return null
  return { text: typed.slice(0, findTextMax), people: prefix === '@' }
}

/** Where a record is looked at. */
const pathOf: Readonly<Record<Exclude<FindableKind, 'staff'>, (id: string) => string>> = {
  loan: (id) => `/detail?id=${id}`,
  customer: (id) => `${pages.customer}?id=${id}`,
  plan: (id) => `${pages.plans}?q=${encodeURIComponent(`id:${id}`)}`,
  reduction: (id) => `${pages.reductions}?q=${encodeURIComponent(`id:${id}`)}`,
  payment: (id) => `/payment?id=${id}`,
  proof: (id) => `/proof?id=${id}`,
  writeOff: (id) => `${pages.writeOffs}?q=${encodeURIComponent(`id:${id}`)}`,
  extension: (id) => `${pages.extensions}?q=${encodeURIComponent(`id:${id}`)}`,
  coupon: (id) => `${pages.issuedCoupons}?q=${encodeURIComponent(`id:${id}`)}`,
  case: (id) => `${pages.openCases}?q=${encodeURIComponent(`id:${id}`)}`,
  ticket: (id) => `${pages.operationTickets}?q=${encodeURIComponent(`id:${id}`)}`,
  batch: (id) => `${pages.batches}?q=${encodeURIComponent(`id:${id}`)}`,
}

/** Goes to a record. Of colleagues there is no page: their account is copied. */
function openRecord({ kind, id, name }: FoundRecord): void {
  paletteState.text = ''
  closePalette()
  if (kind === 'staff') void consoleApi.copy(name ?? id)
  else navigate(hrefOf(pathOf[kind](id)))
}

/** What else can be done to a record: the palette, about its row. */
async function openActionsOf(record: FoundRecord): Promise<void> {
  const target = await fetchRecordTarget(record)
  if (target && paletteState.open) openSearch('', target)
}

/** A record as the palette shows it. */
function recordItem(record: FoundRecord): PaletteItem {
  const { kind, id, name, hint } = record
  const person = kind === 'staff' || (kind === 'customer' && name !== null)
  const beside = person ? (kind === 'staff' ? null : id) : name
  const detail = [say(`command.kind.${kind}`), beside, hint].filter(Boolean).join(' · ')
  const target = { to: 'run' as const, run: () => openRecord(record), more: () => void openActionsOf(record) }
  return actionItem(`${kind} ${id}`, person ? (name ?? id) : id, detail, target)
}

const none: readonly PaletteSection[] = []

/**
 * Records that the server finds for a line: fetched when somebody pauses, the last answer kept until then. What was found
 * for another line is not what Enter means.
 */
export function useRecordItems(text: string): readonly PaletteSection[] {
  const asked = recordQueryOf(text)
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['find', asked],
    queryFn: async ({ signal }) => {
      await debounce(signal)
      return call(find.records, asked!, { signal })
    },
    enabled: asked !== null,
    placeholderData: (before) => before,
    staleTime: 5_000,
  })
  const all = asked === null ? undefined : data
  return useMemo(() => {
    const found = all?.found.map(recordItem) ?? []
    return found.length === 0
      ? none
      : sectionOf(
          'records',
          found.map((one) => ({ ...one, autoSelect: !isPlaceholderData })),
        )
  }, [all, isPlaceholderData])
}
