import { type RefObject, useState } from 'react'
import { formatMoney } from '#contract/kernel/format.ts'
import { language } from '#src/locale/language.ts'
import { say, useText } from '#src/locale/text.ts'
import styles from './Asking.module.css'
import { type Argument, isChosen } from './argument.ts'
import { useMost } from './bounds.ts'
import { useChosen } from './choosing.ts'
import { back, proceed } from './executor.ts'
import { useKeys } from './keyboard.ts'
import { type Choice, List } from './List.tsx'
import { type Option, useOptions } from './options.ts'
import { type Draft, withArgument } from './palette.ts'
import { type Problem, readArgument } from './reading.ts'
import { typingNow } from './typing.ts'

interface Props {
  readonly draft: Draft
  readonly argument: Argument
  readonly text: string
  readonly line: RefObject<HTMLInputElement | null>
  onText(text: string): void
}

interface QuestionProps extends Pick<Props, 'argument'> {
  readonly most: ReturnType<typeof useMost>
  readonly problem: Problem | null
}

/** What stands above the options: what is asked, how much it may be, or what is wrong with what was typed. */
function Question({ argument, most, problem }: QuestionProps) {
  const { say } = useText()
  if (problem) {
    return (
      <p className={styles.ask} data-bad="true" role="alert">
        {say(problem.problem, problem.values)}
      </p>
    )
  }
  return (
    <p className={styles.ask}>
      {say(argument.label)}
      {most !== null && (
        <span className={styles.hint}>
          {' '}
          {say('command.upTo', { most: typeof most === 'number' ? most : formatMoney(most, language()) })}
        </span>
      )}
      {argument.asking.optional && <span className={styles.hint}> {say('command.optional')}</span>}
    </p>
  )
}

const closedOption: Problem = { problem: 'command.closedOption' }

/** Reads what was typed, or takes what was chosen, and goes on with it. */
function useAnswer({ draft, argument, text }: Props) {
  const known = useOptions(argument, isChosen(argument) ? text : '')
  const pending = known === 'pending'
  const options = pending ? [] : known
  const ids = options.filter(({ closed }) => !closed).map(({ id }) => id)
  const first = isChosen(argument) && argument.asking.optional && text === '' ? null : (ids[0] ?? null)
  const { chosen, move, reach } = useChosen(ids, first, text)
  const most = useMost(draft, argument)
  const [wrong, setWrong] = useState<{ text: string; problem: Problem } | null>(null)
  const give = (value: unknown, said?: string) => void proceed(withArgument(draft, argument, value, said))
  const take = (id: string | null) => {
    const option = options.find((one) => one.id === id)
    if (option && !option.closed) give(option.value, option.name)
  }
  const accept = () => {
    if (chosen !== null && isChosen(argument)) return take(chosen)
    if (pending && text !== '') return // nobody has seen yet what that would be
    if (options.some(({ closed }) => closed)) return setWrong({ text, problem: closedOption })
    const reading = readArgument(argument, text, { ...typingNow(), most })
    if ('problem' in reading) setWrong({ text, problem: reading })
    else if (!isChosen(argument) || reading.value === undefined) give(reading.value)
  }
  // what was typed before it was asked for is told at once what is wrong with it
  const early = text !== '' && draft.typed[argument.name] === text
  const gone = options.some(({ closed, name }) => closed && name === text) && closedOption
  const read = early ? (isChosen(argument) ? gone : readArgument(argument, text, { ...typingNow(), most })) : null
  const problem = wrong?.text === text ? wrong.problem : read && 'problem' in read ? read : null
  return { options, pending, chosen, move, reach, take, accept, most, problem }
}

/** One argument: typed, or chosen from what there is. */
export function Asking(props: Props) {
  const { draft, argument, text, line, onText } = props
  const { say } = useText()
  const { options, pending, chosen, move, reach, take, accept, most, problem } = useAnswer(props)
  useKeys('palette', [
    { id: 'palette.accept', keys: 'enter', run: accept },
    { id: 'palette.next', keys: 'tab', run: accept },
    { id: 'palette.down', keys: 'down', run: () => move(1), repeats: true },
    { id: 'palette.up', keys: 'up', run: () => move(-1), repeats: true },
    { id: 'palette.escape', keys: 'escape', run: () => (text === '' ? back(draft) : onText('')) },
    ...(text === '' ? [{ id: 'palette.back', keys: 'backspace' as const, run: () => back(draft) }] : []),
  ])
  return (
    <>
      <Question argument={argument} most={most} problem={problem} />
      {isChosen(argument) && (
        <List
          line={line}
          label={say(argument.label)}
          chosen={chosen}
          onChoose={take}
          more={{ said: (count) => say('command.andMore', { count }), reach }}
          sections={[{ heading: '', choices: options.map(choiceOf) }]}
        />
      )}
      {isChosen(argument) && options.length === 0 && !pending && (
        <p className={styles.ask} role="status">
          {say('command.noOption')}
        </p>
      )}
    </>
  )
}

const choiceOf = ({ id, name, hint, closed = false }: Option): Choice => ({
  id,
  off: closed,
  node: (
    <>
      <span>{name}</span>
      <span className={styles.hint}>{closed ? `${hint} · ${say('command.closedOption')}` : hint}</span>
    </>
  ),
})
