import { toInstant } from '#contract/kernel/calendar.ts'
import { contactHours } from '#contract/kernel/contact-hours.ts'
import { ok, type Refused } from '#contract/kernel/fault.ts'
import { needsNoRight, pageOfRight } from '#contract/kernel/rights.ts'
import type { PageId } from '#contract/menu.ts'
import { cachedAnswer } from '#src/call/query-client.ts'
import { grids } from '#src/catalogue.ts'
import { type ActionTarget, activePage, listActions, targetOfNoun } from '#src/command/active-list.ts'
import type { Draft } from '#src/command/arguments/draft.ts'
import type { AnyRow, Command } from '#src/command/command.ts'
import { allowedCommands, commandOf } from '#src/command/registry.ts'
import type { GridKey } from '#src/keyboard/default-shortcuts.ts'
import { currentSession, may } from '#src/session/base/session.ts'
import { serverTime } from '#src/session/clock.ts'
import { quietDays } from '#src/session/quiet-days.ts'

/** Availability: what a command can do with the rows that are meant. */
export interface Availability {
  readonly command: Command
  /** Of the rows known here: how many it would take, and of how many that is. */
  readonly eligible: number
  readonly loadedCount: number
  /** Why not the others: the first reason. */
  readonly refused: Refused | null
}

const nothingSelected: Refused = { ok: false, fault: 'nothing_selected' }
const oneRowOnly: Refused = { ok: false, fault: 'one_row_only' }
/** What the console does by itself, it does to rows it knows. */
const tooManyRows = (count: number, max: number): Refused => ({
  ok: false,
  fault: 'too_many_rows',
  values: { count, max },
})

const pagesOf = ({ requires }: Command): readonly PageId[] =>
  needsNoRight(requires) ? [] : [requires].flat().map(pageOfRight)

/** Why not where no row of its kind is meant: those stand in another list, best that of its own page, unless that is in front. */
function noTarget(noun: string, command: Command): Refused {
  const own = pagesOf(command)
  const lists = grids.filter(({ listing }) => listing.lists?.noun === noun && may(listing.requires))
  const there = (lists.find(({ page }) => own.includes(page)) ?? lists[0])?.page
  if (!there || activePage.list?.noun === noun) return nothingSelected
  return { ok: false, fault: 'other_rows', values: { list: { vocabulary: 'menu', value: there } } }
}

function countEligible(rows: readonly AnyRow[], command: Command): Pick<Availability, 'eligible' | 'refused'> {
  const when = command.rows?.when
  if (!when) return { eligible: rows.length, refused: null }
  let [eligible, refused]: [number, Refused | null] = [0, null]
  for (const row of rows) {
    const verdict = when(row)
    if (verdict.ok) eligible += 1
    else refused ??= verdict
  }
  return { eligible, refused }
}

/** Why not at this hour; null where the hour does not matter, or allows it. */
function outsideHours({ call }: Command): Refused | null {
  const { user } = currentSession
  if (!user || !call?.endpoint.contacts) return null
  const verdict = contactHours(toInstant(serverTime()), user.country, quietDays())
  return verdict.ok ? null : verdict
}

const noList: Refused = { ok: false, fault: 'no_list' }

/** What a command of the list in front can do with that. */
function availabilityOnList(command: Command, onList: GridKey): Availability {
  const list = listActions()
  const refused = list?.has(onList) ? list.refusal(onList) : noList
  return { command, eligible: refused ? 0 : 1, loadedCount: 1, refused }
}

/** Whether a command that acts on no row and no list can be done now: as far as is known here. */
function availabilityOnNothing(command: Command): Availability {
  const answer = command.when && cachedAnswer(command.when.endpoint)
  const verdict = answer === undefined ? ok : command.when!.judge(answer)
  return { command, eligible: verdict.ok ? 1 : 0, loadedCount: 1, refused: verdict.ok ? null : verdict }
}

/** What `command` can do now with what is meant. */
export function availabilityOf(command: Command, meant: ActionTarget | null): Availability {
  const { rows, onList } = command
  if (onList) return availabilityOnList(command, onList)
  if (!rows) return availabilityOnNothing(command)
  const target = targetOfNoun(meant, rows.noun)
  if (!target || target.count === 0)
    return { command, eligible: 0, loadedCount: 0, refused: noTarget(rows.noun, command) }
  if (rows.on === 'one' && target.count > 1)
    return { command, eligible: 0, loadedCount: target.count, refused: oneRowOnly }
  const known = Math.min(rows.most ?? Number.POSITIVE_INFINITY, target.loadedRows.length)
  if (rows.most !== undefined && target.count > known)
    return { command, eligible: 0, loadedCount: target.count, refused: tooManyRows(target.count, known) }
  const judged = countEligible(target.loadedRows, command)
  const late = judged.eligible > 0 || target.loadedRows.length === 0 ? outsideHours(command) : null
  // the hour is the same for rows that are not known here
  if (late) return { command, eligible: 0, loadedCount: target.count, refused: late }
  return { command, loadedCount: target.loadedRows.length, ...judged }
}

/** Whether a command belongs to what is in front at all: to its kind of row, to the list, or to no row. */
export const appliesTo = ({ rows, onList }: Command, target: ActionTarget | null): boolean =>
  onList ? listActions()?.has(onList) === true : rows === null || targetOfNoun(target, rows.noun) !== null

/** Whether it would do anything: to some of the rows known, or perhaps to one that is not loaded. */
export const isAvailable = ({ eligible, loadedCount, refused }: Availability, target: ActionTarget | null): boolean =>
  eligible > 0 || (target !== null && target.count > loadedCount && (loadedCount > 0 || refused === null))

/** Most commands that are named instead. */
const alternativesMax = 4

/** What is legal instead: what the command itself names for the reason, then what else would do something to the rows. */
export function alternativesTo({ command, target }: Draft, fault: string | undefined): Command[] {
  const named = fault && command.instead?.[fault]
  const others = allowedCommands().filter(
    (one) =>
      // of the same rows: those beside them, and those of no row, are about something else
      target !== null &&
      one.rows?.noun === target.noun &&
      one.id !== command.id &&
      one.call !== null &&
      isAvailable(availabilityOf(one, target), target),
  )
  return [...new Set([...(named ? [named] : []), ...others.map(({ id }) => id)])]
    .flatMap((id) => commandOf(id) ?? [])
    .slice(0, alternativesMax)
}
