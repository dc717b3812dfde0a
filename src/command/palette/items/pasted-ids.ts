import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { PageId } from '#contract/menu.ts'
import { grids } from '#src/catalogue.ts'
import type { ActionTarget } from '#src/command/active-list.ts'
import { allowedCommands, destinations } from '#src/command/registry.ts'
import { inOrder } from '#src/command/run/command-order.ts'
import { fetchTarget, nounOfId } from '#src/command/run/fetch-target.ts'
import { closePalette, openSearch, paletteState } from '#src/command/run/palette-state.ts'
import { say } from '#src/locale/text.ts'
import { actionItem, commandItem, type PaletteItem, type PaletteSection } from './palette-item.ts'
import { unavailableItems } from './unavailable-items.ts'

/** What the ids of the product look like: two letters, the day, a number. */
const idPattern = /^[A-Z]{2}\d{8,18}$/

/** Most ids that one paste is taken for, and most characters of it. */
const idsMax = 500
const pastedMax = 10_000

/** The ids in a text that holds nothing else, each once; none where it holds anything else. */
export function parseIds(text: string): string[] {
  if (text.length > pastedMax) return []
  const words = text
    .normalize('NFKC')
    .toUpperCase()
    .split(/[\s,;|]+/)
    .filter(Boolean)
  if (words.length === 0 || words.length > idsMax || !words.every((word) => idPattern.test(word))) return []
  return [...new Set(words)]
}

/** What ids of one noun have in common; none where they are of several. */
const nounOf = (ids: readonly string[]): string | undefined => {
  const nouns = new Set(ids.map(nounOfId))
  return nouns.size === 1 ? [...nouns][0] : undefined
}

const pageOf = ({ listing }: ActionTarget): PageId | null =>
  grids.find((grid) => grid.listing.id === listing)?.page ?? null

/** Shows the rows in the list they stand in. */
function showInListItem(target: ActionTarget, ids: readonly string[]): PaletteItem[] {
  const destination = destinations().find(({ page }) => page === pageOf(target))
  if (!destination) return []
  const run = () => {
    paletteState.text = ''
    closePalette()
    navigate(`${destination.path}?q=${encodeURIComponent(`id:${ids.join(',')}`)}`)
  }
  return [actionItem('pasted in list', say('command.showThese'), say(destination.id), { to: 'run', run })]
}

/** What can be done with the rows of some ids: their list, and the commands that take such rows. */
export function itemsForTarget(target: ActionTarget, ids: readonly string[]): readonly PaletteSection[] {
  const taking = allowedCommands().filter(
    ({ rows }) => rows?.noun === target.noun && (rows.on === 'each' || ids.length === 1),
  )
  const commands = inOrder(taking, pageOf(target)).map((command) =>
    commandItem(command, target, { given: { target }, key: ' pasted' }),
  )
  const open = commands.filter(({ disabled }) => !disabled)
  const found = [...showInListItem(target, 'ids' in target.selection ? target.selection.ids : ids), ...open]
  const off = commands.filter(({ disabled }) => disabled)
  const showAll = () => openSearch('?', target)
  return [
    ...(found.length > 0 ? [{ name: 'pasted', items: found, count: target.count }] : []),
    ...unavailableItems(off, showAll),
  ]
}

/** The same for ids that stand in the line. */
export function usePastedItems(text: string): readonly PaletteSection[] {
  const ids = parseIds(text)
  const noun = nounOf(ids)
  const { data: target } = useQuery({
    queryKey: [noun, 'pasted', ids],
    queryFn: () => fetchTarget(noun!, ids),
    enabled: noun !== undefined,
  })
  const asked = ids.join()
  return useMemo(() => (asked !== '' && target ? itemsForTarget(target, asked.split(',')) : []), [asked, target])
}
