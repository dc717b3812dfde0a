import { toInstant } from '#contract/kernel/calendar.ts'
import type { Refused } from '#contract/kernel/fault.ts'
import { grids } from '#src/catalogue.ts'
import { timeThere } from '#src/session/clock.ts'
import { may, session } from '#src/session/session.ts'
import type { AnyRow, Command } from './define.ts'
import { type Meant, scene } from './scene.ts'

/** What a command can do with the rows that are meant. */
export interface Offer {
  readonly command: Command
  /** Of the rows known here: how many it would take, and of how many that is. */
  readonly eligible: number
  readonly known: number
  /** Why not the others: the first reason. */
  readonly refused: Refused | null
}

const nothingMeant: Refused = { ok: false, fault: 'nothing_selected' }
const oneOnly: Refused = { ok: false, fault: 'one_row_only' }

/** Why not where no row of its kind is meant: those stand in another list, unless that is in front. */
function unmeant(noun: string): Refused {
  const there = grids.find(({ listing }) => listing.lists?.noun === noun && may(listing.may))?.page
  if (!there || scene.list?.noun === noun) return nothingMeant
  return { ok: false, fault: 'other_rows', values: { list: { vocabulary: 'menu', value: there } } }
}

function judge(rows: readonly AnyRow[], command: Command): Pick<Offer, 'eligible' | 'refused'> {
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
function untimely({ call }: Command): Refused | null {
  const { user } = session
  const verdict = user && call?.endpoint.hours?.(toInstant(timeThere()), user.country)
  return verdict && !verdict.ok ? verdict : null
}

/** What `command` can do now with what is meant. One that acts on no row is always possible. */
export function offerOf(command: Command, meant: Meant | null): Offer {
  const { rows } = command
  if (!rows) return { command, eligible: 1, known: 1, refused: null }
  if (!meant || meant.count === 0 || meant.noun !== rows.noun)
    return { command, eligible: 0, known: 0, refused: unmeant(rows.noun) }
  if (rows.on === 'one' && meant.count > 1) return { command, eligible: 0, known: meant.count, refused: oneOnly }
  const judged = judge(meant.known, command)
  const late = judged.eligible > 0 || meant.known.length === 0 ? untimely(command) : null
  // the hour is the same for rows that are not known here
  if (late) return { command, eligible: 0, known: meant.count, refused: late }
  return { command, known: meant.known.length, ...judged }
}

/** Whether a command belongs to what is in front at all: to its kind of row, or to no row. */
export const belongs = ({ rows }: Command, noun: string | null): boolean => rows === null || rows.noun === noun

/** Whether it would do anything: to some of the rows known, or perhaps to one that is not loaded. */
export const possible = ({ eligible, known, refused }: Offer, meant: Meant | null): boolean =>
  eligible > 0 || (meant !== null && meant.count > known && (known > 0 || refused === null))
