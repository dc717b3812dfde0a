import { useQuery } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { formatMoney } from '#contract/kernel/format.ts'
import type { Money } from '#contract/kernel/values.ts'
import { type Referable, referables, references } from '#contract/references.ts'
import { call } from '#src/call/call.ts'
import { language } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { useCurrency } from '#src/session/currency.ts'
import styles from './Asking.module.css'
import { type Argument, readArgument } from './argument.ts'
import { useChosen } from './choosing.ts'
import type { AnyRow } from './define.ts'
import { proceed } from './executor.ts'
import { useKeys } from './keyboard.ts'
import { type Choice, List } from './List.tsx'
import { close, type Draft, show, withArgument, withoutLast } from './palette.ts'
import { fold } from './search/fold.ts'

interface Option {
  readonly id: string
  readonly value: unknown
  readonly name: string
  readonly hint: string
}

const searched = ({ field }: Argument): Referable | null =>
  referables.find((kind) => field.kind === 'id' && kind === field.of) ?? null

/** What can be chosen for an argument: the words of a vocabulary, or records that the server finds. */
function useOptions(argument: Argument, typed: string): readonly Option[] {
  const { word } = useText()
  const kind = searched(argument)
  const { data } = useQuery({
    queryKey: ['references', kind, typed],
    queryFn: ({ signal }) => call(references.search, { kind: kind!, text: typed.slice(0, 64) }, { signal }),
    enabled: kind !== null,
    placeholderData: (before) => before,
  })
  if (kind) return (data?.found ?? []).map(({ id, name, hint }) => ({ id, value: id, name, hint }))
  const { choices = [], of = '' } = argument.field
  return choices
    .map((value) => ({
      id: String(value),
      value,
      name: word(of, value),
      hint: typeof value === 'number' ? String(value) : '',
    }))
    .filter(({ name, id }) => fold(`${name} ${id}`).includes(fold(typed)))
}

/** The most that can be asked for, where all rows that are meant say so. */
function mostOf({ asking }: Argument, { meant }: Draft): string | null {
  if (!asking.most || !meant || meant.known.length !== meant.count) return null
  const bounds = meant.known.map((row) => asking.most!(row as AnyRow as never)) // rows of the command's own noun
  const least = bounds.reduce((a, b) => (minorOf(b) < minorOf(a) ? b : a))
  return typeof least === 'number' ? String(least) : formatMoney(least, language())
}
const minorOf = (bound: Money | number): number => (typeof bound === 'number' ? bound : bound.minor)

interface Props {
  readonly draft: Draft
  readonly argument: Argument
  readonly text: string
  readonly line: RefObject<HTMLInputElement | null>
  onText(text: string): void
}

const give = (draft: Draft, argument: Argument, value: unknown, shown: string) =>
  proceed(withArgument(draft, argument, value, shown))

/** One step back: to the argument before, or to the search. */
function back(draft: Draft): void {
  const before = withoutLast(draft)
  if (before) proceed(before)
  else show({ at: 'search' })
}

/** What stands above the options: what is asked, how much it may be, or what is wrong with what was typed. */
function Question({ draft, argument, problem }: { draft: Draft; argument: Argument; problem: string | null }) {
  const { say } = useText()
  const most = mostOf(argument, draft)
  if (problem) {
    return (
      <p className={styles.ask} data-bad="true" role="alert">
        {say(problem)}
      </p>
    )
  }
  return (
    <p className={styles.ask}>
      {say(argument.label)}
      {most && <span className={styles.hint}> {say('command.upTo', { most })}</span>}
      {argument.asking.optional && <span className={styles.hint}> {say('command.optional')}</span>}
    </p>
  )
}

/** One argument: typed, or chosen from what there is. */
export function Asking({ draft, argument, text, line, onText }: Props) {
  const { say } = useText()
  const currency = useCurrency()
  const listed = argument.field.kind === 'choice' || searched(argument) !== null
  const options = useOptions(argument, text)
  const ids = options.map(({ id }) => id)
  const { chosen, move } = useChosen(ids, ids[0] ?? null, text)
  const [wrong, setWrong] = useState<{ text: string; problem: string } | null>(null)

  const take = (id: string | null) => {
    const option = options.find((one) => one.id === id)
    if (option) give(draft, argument, option.value, option.name)
  }
  const accept = () => {
    if (listed && !(argument.asking.optional && text === '')) return take(chosen)
    const reading = readArgument(argument, text, currency)
    if ('problem' in reading) setWrong({ text, problem: reading.problem })
    else give(draft, argument, reading.value, text.trim())
  }
  useKeys('palette', [
    { id: 'palette.accept', keys: 'enter', run: accept },
    { id: 'palette.next', keys: 'tab', run: accept },
    { id: 'palette.down', keys: 'down', run: () => move(1), repeats: true },
    { id: 'palette.up', keys: 'up', run: () => move(-1), repeats: true },
    { id: 'palette.escape', keys: 'escape', run: () => (text === '' ? close() : onText('')) },
    ...(text === '' ? [{ id: 'palette.back', keys: 'backspace' as const, run: () => back(draft) }] : []),
  ])
  return (
    <>
      <Question draft={draft} argument={argument} problem={wrong?.text === text ? wrong.problem : null} />
      {listed && (
        <List
          line={line}
          label={say(argument.label)}
          chosen={chosen}
          onChoose={take}
          sections={[{ heading: '', choices: options.map(choiceOf) }]}
        />
      )}
    </>
  )
}

const choiceOf = ({ id, name, hint }: Option): Choice => ({
  id,
  node: (
    <>
      <span>{name}</span>
      <span className={styles.hint}>{hint}</span>
    </>
  ),
})
