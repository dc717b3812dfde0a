import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { type Findable, type FoundRecord, finding, textMax } from '#contract/find.ts'
import { pages } from '#contract/menu.ts'
import { call } from '#src/call/call.ts'
import { say } from '#src/locale/text.ts'
import { hrefOf } from '#src/shell/tabs.ts'
import { type Found, type FoundSection, ofAct, section } from './found.ts'
import { lent } from './lent.ts'
import { lineOf, type Prefix } from './modes.ts'
import { close, palette, search } from './palette.ts'
import { idsIn } from './pasted.ts'
import { pause } from './pause.ts'
import { rowsOfRecord } from './rows.ts'

/** Fewest characters that records are looked for by. */
const typedMin = 3
const looking: readonly (Prefix | '')[] = ['', '#', '@']

/** What records are looked for by; null where none are. */
function askedIn(text: string): { text: string; people: boolean } | null {
  const { prefix, typed } = lineOf(text)
  if (!looking.includes(prefix) || typed.length < typedMin || idsIn(typed).length > 1) return null
  return { text: typed.slice(0, textMax), people: prefix === '@' }
}

/** Where a record is looked at. */
const pathOf: Readonly<Record<Exclude<Findable, 'staff'>, (id: string) => string>> = {
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
function open({ kind, id, name }: FoundRecord): void {
  palette.text = ''
  close()
  if (kind === 'staff') void lent.copy(name ?? id)
  else navigate(hrefOf(pathOf[kind](id)))
}

/** What else can be done to a record: the palette, about its row. */
async function more(record: FoundRecord): Promise<void> {
  const meant = await rowsOfRecord(record)
  if (meant && palette.open) search('', meant)
}

/** A record as the palette shows it. */
function foundOf(record: FoundRecord): Found {
  const { kind, id, name, hint } = record
  const person = kind === 'staff' || (kind === 'customer' && name !== null)
  const beside = person ? (kind === 'staff' ? null : id) : name
  const detail = [say(`command.kind.${kind}`), beside, hint].filter(Boolean).join(' · ')
  const target = { to: 'run' as const, run: () => open(record), more: () => void more(record) }
  return ofAct(`${kind} ${id}`, person ? (name ?? id) : id, detail, target)
}

const none: readonly FoundSection[] = []

/**
 * Records that the server finds for a line: fetched when somebody pauses, the last answer kept until then. What was found
 * for another line is not what Enter means.
 */
export function useRecords(text: string): readonly FoundSection[] {
  const asked = askedIn(text)
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['find', asked],
    queryFn: async ({ signal }) => {
      await pause(signal)
      return call(finding.records, asked!, { signal })
    },
    enabled: asked !== null,
    placeholderData: (before) => before,
    staleTime: 5_000,
  })
  const all = asked === null ? undefined : data
  return useMemo(() => {
    const found = all?.found.map(foundOf) ?? []
    return found.length === 0
      ? none
      : section(
          'records',
          found.map((one) => ({ ...one, leads: !isPlaceholderData })),
        )
  }, [all, isPlaceholderData])
}
