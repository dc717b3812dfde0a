import { ref } from 'valtio'
import { CallFailed } from '#src/call/call.ts'
import { type Argument, argumentsOf, isPickedFromList, opensForm } from '#src/command/arguments/argument.ts'
import type { Draft } from '#src/command/arguments/draft.ts'
import { toBeGivenAnew, withInitialValues } from '#src/command/arguments/draft-text.ts'
import { fetchTarget } from './fetch-target.ts'
import { goToStep, paletteState } from './palette-state.ts'

/** What a refusal has against arguments that were asked for, in the reader's words, by their names. */
function reasonsOf(error: unknown, { command }: Draft): ReadonlyMap<string, string> {
  if (!(error instanceof CallFailed)) return new Map()
  const asked = new Set(argumentsOf(command).map(({ name }) => name))
  // it may name a part of what was given, as `amount.minor`
  const named = error.fields.map(({ field, reason }) => [field.split('.')[0]!, reason] as const)
  return new Map(named.toReversed().filter(([name]) => asked.has(name))) // of several reasons the first counts
}

/** Asks again for what the server has refused, with all that was given. Answers whether the refusal named any of it. */
export function askRefused(error: unknown, draft: Draft): boolean {
  const reasons = reasonsOf(error, draft)
  const argument = argumentsOf(draft.command).find(({ name }) => reasons.has(name))
  if (!argument) return false
  if (opensForm(draft.command)) goToStep({ at: 'form', draft: withInitialValues(draft), refused: reasons })
  else {
    const anew = toBeGivenAnew(draft, argument)
    const { name } = argument
    goToStep({ at: 'ask', draft: anew, argument, refused: reasons.get(name)! }, anew.initialTexts[name])
  }
  return true
}

/** Refusals of the row as it is now: with whatever arguments, they would come again. */
const rowFaults = ['not_found', 'not_allowed_now']
const isRefused = (error: unknown): error is CallFailed =>
  error instanceof CallFailed && error.code === 400 && !rowFaults.includes(error.fault)

/** The draft about its row as it is now, where somebody else has changed that; null where it cannot be gone on with. */
async function withFreshRow(draft: Draft): Promise<Draft | null> {
  const [row] = draft.target?.loadedRows ?? []
  const target = draft.target?.count === 1 && row ? await fetchTarget(draft.target.noun, [row.id]) : null
  return target && { ...draft, target }
}

/** Keeps what was given for what was refused, to be gone on with; nothing where nothing was given. */
export async function keepRefused(error: unknown, draft: Draft): Promise<void> {
  const all = argumentsOf(draft.command)
  const given = all.filter(({ name }) => draft.args[name] !== undefined)
  if (!isRefused(error) || given.length === 0) return
  const current = error.fault === 'stale_version' ? await withFreshRow(draft) : draft
  if (!current) return
  const reasons = reasonsOf(error, draft)
  // gone on with as it is it would be sent again as it is: one is asked for first, of which nothing is lost by that
  const asked =
    given.find(({ name }) => reasons.has(name)) ?? given.findLast((one) => !isPickedFromList(one)) ?? given.at(-1)
  const isAsked = (argument: Argument) => argument === asked || argument.secret
  paletteState.unfinished = ref(all.filter(isAsked).reduce(toBeGivenAnew, current))
}
