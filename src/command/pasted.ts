import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { grids } from '#src/catalogue.ts'
import { say } from '#src/locale/text.ts'
import { type Found, type FoundSection, ofAct, ofCommand } from './found.ts'
import { close, palette } from './palette.ts'
import { allowed, destinations } from './registry.ts'
import { nounOfId, rowsById } from './rows.ts'
import type { Meant } from './scene.ts'

/** What the ids of the product look like: two letters, the day, a number. */
const id = /^[A-Z]{2}\d{8,18}$/

/** Most ids that one paste is taken for, and most characters of it. */
const idsMax = 500
const pastedMax = 10_000

/** The ids in a text that holds nothing else, each once; none where it holds anything else. */
export function idsIn(text: string): string[] {
  if (text.length > pastedMax) return []
  const words = text
    .normalize('NFKC')
    .toUpperCase()
    .split(/[\s,;|]+/)
    .filter(Boolean)
  if (words.length === 0 || words.length > idsMax || !words.every((word) => id.test(word))) return []
  return [...new Set(words)]
}

/** What ids of one noun have in common; none where they are of several. */
const nounOf = (ids: readonly string[]): string | undefined => {
  const nouns = new Set(ids.map(nounOfId))
  return nouns.size === 1 ? [...nouns][0] : undefined
}

/** Shows the rows in the list they stand in. */
function inList(meant: Meant, ids: readonly string[]): Found[] {
  const page = grids.find(({ listing }) => listing.id === meant.listing)?.page
  const destination = destinations().find((one) => one.page === page)
  if (!destination) return []
  const run = () => {
    palette.text = ''
    close()
    navigate(`${destination.path}?q=${encodeURIComponent(`id:${ids.join(',')}`)}`)
  }
  return [ofAct('pasted in list', say('command.showThese'), say(destination.id), { to: 'run', run })]
}

/** What can be done with the rows of some ids: their list, and the commands that take such rows. */
export function offersFor(meant: Meant, ids: readonly string[]): readonly FoundSection[] {
  const commands = allowed()
    .filter(({ rows }) => rows?.noun === meant.noun && (rows.on === 'each' || ids.length === 1))
    .map((command) => ofCommand(command, meant, { given: { meant }, key: ' pasted' }))
    .sort((a, b) => Number(a.off) - Number(b.off))
  const found = [...inList(meant, 'ids' in meant.selection ? meant.selection.ids : ids), ...commands]
  return found.length > 0 ? [{ name: 'pasted', found, count: meant.count }] : []
}

/** The same for ids that stand in the line. */
export function usePasted(text: string): readonly FoundSection[] {
  const ids = idsIn(text)
  const noun = nounOf(ids)
  const { data: meant } = useQuery({
    queryKey: [noun, 'pasted', ids],
    queryFn: () => rowsById(noun!, ids),
    enabled: noun !== undefined,
  })
  const asked = ids.join()
  return useMemo(() => (asked !== '' && meant ? offersFor(meant, asked.split(',')) : []), [asked, meant])
}
