import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { customer } from '#contract/customers.ts'
import { type FoundRecord, find, findTextMax, staffNoun } from '#contract/find.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { call } from '#src/call/call.ts'
import { subjects } from '#src/catalogue.ts'
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

/** Goes to a record. Of colleagues there is no page: their account is copied. */
function openRecord({ noun, id, name }: FoundRecord): void {
  paletteState.text = ''
  closePalette()
  const subject = subjects.find((one) => one.noun === noun)
  if (subject) navigate(hrefOf(recordPath(subject, id)))
  else void consoleApi.copy(name ?? id)
}

/** What else can be done to a record: the palette, about its row. */
async function openActionsOf(record: FoundRecord): Promise<void> {
  const target = await fetchRecordTarget(record)
  if (target && paletteState.open) openSearch('', target)
}

/** A record as the palette shows it. */
export function recordItem(record: FoundRecord): PaletteItem {
  const { noun, id, name, hint } = record
  const isColleague = noun === staffNoun
  const person = isColleague || (noun === customer.noun && name !== null)
  const beside = person ? (isColleague ? null : id) : name
  const label = say(isColleague ? 'command.colleague' : `${noun}.noun`)
  const detail = [label, beside, hint].filter(Boolean).join(' · ')
  const target = { to: 'run' as const, run: () => openRecord(record), more: () => void openActionsOf(record) }
  return actionItem(`${noun} ${id}`, person ? (name ?? id) : id, detail, target)
}

/** Below a word of a command or page that was typed: where that cannot be run now, a record is not what was meant instead. */
const recordTier = 6

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
          found.map((one) => ({ ...one, tier: recordTier, autoSelect: !isPlaceholderData })),
        )
  }, [all, isPlaceholderData])
}
