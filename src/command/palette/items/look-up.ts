import { useMemo } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { type FoundRecord, find, isIdentity, type LookUpKind } from '#contract/find.ts'
import type { Input } from '#contract/kernel/endpoint.ts'
import { revealRight } from '#contract/kernel/personal-data.ts'
import { call } from '#src/call/call.ts'
import { showError } from '#src/call/show-error.ts'
import { say } from '#src/locale/text.ts'
import { currentSession, may, onSignOut } from '#src/session/base/session.ts'
import { actionItem, type PaletteItem, type PaletteSection, sectionOf } from './palette-item.ts'
import { parseQuery } from './prefixes.ts'
import { recordItem } from './record-search.ts'

type LookUp = Input<typeof find.lookUp>

/** What a line may be the full value of; each is offered, since the digits alone do not say which. */
const patterns: readonly (readonly [LookUpKind, RegExp])[] = [
  ['phone', /^\+?(?:[\s().-]*\d){8,13}$/],
  ['pan', /^[a-z]{5}\d{4}[a-z]$/i],
  ['aadhaar', /^(?:\d\s*){12}$/],
  ['account', /^\d{9,18}$/],
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['upi', /^[^\s@]{2,}@[a-z]{2,}$/i],
]
/** The end of an Aadhaar number, and the phone or the name beside it. */
const aadhaarEnd = /^(\d{4})\s+(\S.{3,})$/

const labels: Readonly<Record<LookUpKind, string>> = {
  ...{ phone: 'customers.phone', email: 'customers.email', pan: 'customers.pan', aadhaar: 'customers.aadhaar' },
  ...{ account: 'cards.account', upi: 'payments.upi' },
}

/** A phone is found by the search, without being looked up, for whoever may reveal one. */
const isFoundAnyway = (of: LookUpKind): boolean => of === 'phone' && may(revealRight)

/** Whether somebody is looked up by such a value at all. */
const isOffered = (of: LookUpKind): boolean =>
  !isFoundAnyway(of) && (!isIdentity(of) || currentSession.user?.readsIdentity === true)

/** What a line of the palette may be looked up as. */
export function lookUpsOf(text: string): readonly LookUp[] {
  const { prefix, typed } = parseQuery(text)
  if (prefix !== '' && prefix !== '#') return []
  const [, end, beside] = aadhaarEnd.exec(typed) ?? []
  const whole = patterns.filter(([of, pattern]) => pattern.test(typed) && isOffered(of))
  return [
    ...whole.map(([of]): LookUp => ({ of, value: typed })),
    ...(end && beside && isOffered('aadhaar') ? [{ of: 'aadhaar' as const, value: end, beside }] : []),
  ]
}

/** What was looked up last: shown as long as its line stands there. */
interface Answer {
  text: string
  of: LookUpKind | null
  found: readonly FoundRecord[]
  /** How many more times today; null before the first. */
  left: number | null
}
const unasked: Answer = { text: '', of: null, found: [], left: null }
const answer = proxy<Answer>({ ...unasked })
onSignOut(() => Object.assign(answer, unasked))

async function lookUp(asked: LookUp, text: string): Promise<void> {
  try {
    Object.assign(answer, { text, of: asked.of, ...(await call(find.lookUp, asked)) })
  } catch (refused) {
    showError(refused)
  }
}

function lookUpItem(asked: LookUp, text: string, left: number | null): PaletteItem {
  const detail = left === null ? say('command.lookUp.says') : say('command.lookUp.left', { left })
  const title = say('command.lookUp', { field: say(labels[asked.of]) })
  return actionItem(`lookUp ${asked.of}`, title, detail, { to: 'run', run: () => void lookUp(asked, text) })
}

/** That nobody was found, where a record would stand. */
const nobodyItem = (of: LookUpKind): PaletteItem => ({
  ...actionItem('lookUp none', say('command.lookUp.none', { field: say(labels[of]) }), '', {
    to: 'run',
    run: () => {},
  }),
  ...{ disabled: true, autoSelect: false },
})

/** What a line can be looked up as, and what came of it. */
export function lookUpItems(text: string, { text: answered, of, found, left }: Answer = answer): PaletteSection[] {
  const items = lookUpsOf(text).map((one) => lookUpItem(one, text, left))
  if (items.length === 0 || answered !== text || !of) return sectionOf('lookUp', items)
  const records = found.length > 0 ? found.map(recordItem) : [nobodyItem(of)]
  return [...sectionOf('records', records), ...sectionOf('lookUp', items)]
}

/** Looks records up by personal data: only when somebody says so, since each time is on the record. */
export function useLookUpItems(text: string): readonly PaletteSection[] {
  const answered = useSnapshot(answer)
  return useMemo(() => lookUpItems(text, answered), [text, answered])
}
