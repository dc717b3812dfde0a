import type { Refused } from '#contract/kernel/fault.ts'
import type { PageId } from '#contract/menu.ts'
import { type ActionTarget, listActions } from '#src/command/active-list.ts'
import { allowedCommands, commandOf } from '#src/command/registry.ts'
import { type Availability, availabilityOf, isAvailable } from '#src/command/run/availability.ts'
import { commandsOn } from '#src/command/run/command-order.ts'
import type { LayerBindings } from '#src/command/run/help-state.ts'
import { shortcutsOf } from '#src/command/shortcuts.ts'
import { type GridKey, gridKeys } from '#src/keyboard/default-shortcuts.ts'
import { keyPreferences } from '#src/keyboard/key-overrides.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { say } from '#src/locale/text.ts'
import { collapseDigits, groupBindings } from './group-bindings.ts'

/** One thing that is possible here: by which keys, if any, and why it would do nothing now. */
export interface HelpLine {
  readonly id: string
  readonly title: string
  readonly keys: readonly Shortcut[]
  readonly off: string | null
  /** Whether its key was taken away by whoever reads. */
  readonly keyRemoved?: true
}
/** Lines under one heading. */
export interface HelpSection {
  readonly heading: string
  readonly lines: readonly HelpLine[]
}

const offText = (refused: Refused | null): string | null =>
  refused && say('command.offBecause', { reason: say(`faults.${refused.fault}`, refused.values) })

const isGridKey = (id: string): id is GridKey => Object.hasOwn(gridKeys, id)

/** Why what keys do would do nothing now: a command on no row, or something done to the list. */
function refusalOf(id: string, target: ActionTarget | null): Refused | null {
  const command = commandOf(id)
  if (command) {
    const offer = availabilityOf(command, target)
    return isAvailable(offer, target) ? null : offer.refused
  }
  return isGridKey(id) ? (listActions()?.refusal(id) ?? null) : null
}

/** What the list can do though its key was taken away: it is possible all the same. */
const listLinesWithoutKey = (told: ReadonlySet<string>, target: ActionTarget | null): HelpLine[] =>
  Object.keys(gridKeys)
    .filter(isGridKey)
    .filter((id) => keyPreferences.keys[id]?.length === 0 && !told.has(id) && listActions()?.has(id))
    .map((id) => ({ id, title: say(id), keys: [], off: offText(refusalOf(id, target)), keyRemoved: true }))

/** Commands on the rows that are meant, in the order of their menu, with a key first; those that are off behind all others. */
function rowLines(target: ActionTarget | null, page: PageId | null): HelpLine[] {
  const { now, notNow } = commandsOn(target, page)
  const line = ({ command, refused }: Availability, off: boolean): HelpLine => ({
    ...{ id: command.id, title: say(command.id), keys: shortcutsOf(command.id) },
    off: off ? offText(refused) : null,
  })
  const keyedFirst = (lines: HelpLine[]) =>
    lines.toSorted((a, b) => Number(a.keys.length === 0) - Number(b.keys.length === 0))
  return [...keyedFirst(now.map((one) => line(one, false))), ...keyedFirst(notNow.map((one) => line(one, true)))]
}

/** Everything that is possible here: on the rows that are meant, in the list, on the page, everywhere. */
export function helpSections(
  layers: LayerBindings,
  { target, page }: { readonly target: ActionTarget | null; readonly page: PageId | null },
): HelpSection[] {
  const rows = rowLines(target, page)
  const told = new Set(rows.map(({ id }) => id))
  const ofLayer = ({ layer, bindings }: LayerBindings[number]): HelpSection => {
    const groups = groupBindings(
      bindings.filter(({ id }) => !told.has(id)),
      say,
    )
    const keyed = groups.map((group): HelpLine => {
      return { ...group, keys: collapseDigits(group.keys), off: offText(refusalOf(group.id, target)) }
    })
    const lines = layer === 'grid' ? [...keyed, ...listLinesWithoutKey(told, target)] : keyed
    return { heading: say(`command.layer.${layer}`), lines }
  }
  const sections = layers.map(ofLayer)
  for (const { id } of sections.flatMap(({ lines }) => lines)) told.add(id)
  const others = allowedCommands()
    .filter(({ id, rows: ofRows, onList }) => !ofRows && !onList && !told.has(id))
    .map(({ id }): HelpLine => ({ id, title: say(id), keys: [], off: offText(refusalOf(id, target)) }))
  return [
    { heading: say('command.section.selection', { count: target?.count ?? 0 }), lines: rows },
    ...sections,
    { heading: say('command.withoutKey'), lines: others },
  ].filter(({ lines }) => lines.length > 0)
}
