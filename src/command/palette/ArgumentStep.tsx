import { type RefObject, useState } from 'react'
import { formatMoney } from '#contract/kernel/format.ts'
import { useMaximum } from '#src/command/arguments/arg-limits.ts'
import { type Argument, hasOptions, isPickedFromList } from '#src/command/arguments/argument.ts'
import { type ArgumentOption, useArgumentOptions } from '#src/command/arguments/argument-options.ts'
import { type Draft, withArgument } from '#src/command/arguments/draft.ts'
import { initialText, initialValue, parseContext } from '#src/command/arguments/draft-text.ts'
import { type ParseProblem, parseArgument } from '#src/command/arguments/parse-arg.ts'
import { advance, stepBack } from '#src/command/run/executor.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'
import { language } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import styles from './ArgumentStep.module.css'
import { OptionList } from './OptionList.tsx'
import { optionRows } from './option-rows.tsx'
import { isLastArgument, StepButtons } from './StepButtons.tsx'
import { useActiveOption } from './use-active-option.ts'
import { areDigitsFree, useDigitChoice } from './use-digit-choice.ts'

interface Props {
  readonly draft: Draft
  readonly argument: Argument
  /** What the server has against what stood there first. */
  readonly refused?: string
  readonly text: string
  readonly line: RefObject<HTMLInputElement | null>
  onText(text: string): void
}

interface PromptProps extends Pick<Props, 'argument'> {
  readonly most: ReturnType<typeof useMaximum>
  readonly problem: string | null
}

/** What stands above the options: what is asked, how much it may be, or what is wrong with what was typed. */
function Prompt({ argument, most, problem }: PromptProps) {
  const { say } = useText()
  if (problem) {
    return (
      <p className={styles.ask} data-bad="true" role="alert">
        {problem}
      </p>
    )
  }
  const { hint, optional } = argument.prompt
  const note = hint ?? (optional && 'command.optional')
  return (
    <p className={styles.ask}>
      {say(argument.label)}
      {most !== null && (
        <span className={styles.hint}>
          {' '}
          {say('command.upTo', { most: typeof most === 'number' ? most : formatMoney(most, language()) })}
        </span>
      )}
      {note && <span className={styles.hint}> {say(note)}</span>}
    </p>
  )
}

const closedOptionProblem: ParseProblem = { problem: 'command.closedOption' }

/** What was typed before it was asked for is told at once what is wrong with it. */
function earlyProblem(
  { draft, argument, text }: Pick<Props, 'draft' | 'argument' | 'text'>,
  options: readonly ArgumentOption[],
  max: PromptProps['most'],
): ParseProblem | null {
  if (text === '' || draft.initialTexts[argument.name] !== text) return null
  const isGone = () => options.some(({ closed, name }) => closed && name === text)
  if (isPickedFromList(argument)) return isGone() ? closedOptionProblem : null
  const read = parseArgument(argument, text, { ...parseContext(), max })
  return 'problem' in read ? read : null
}

/** Reads what was typed, or takes what was chosen, and goes on with it. */
function useAnswer({ draft, argument, text }: Props) {
  const known = useArgumentOptions(argument, hasOptions(argument) ? text : '')
  const pending = known === 'pending'
  const options = pending ? [] : known
  const open = options.filter(({ closed }) => !closed)
  // what may be left empty, or be anything else, is chosen by moving to it
  const free = !isPickedFromList(argument) || (argument.prompt.optional && text === '')
  const ids = open.map(({ id }) => id)
  const preset = text === '' && isPickedFromList(argument) ? initialValue(argument, draft) : undefined
  const presetId = preset === undefined ? undefined : open.find(({ value }) => value === preset)?.id
  const first = presetId ?? (free ? null : (ids[0] ?? null))
  const { chosen, move, reach } = useActiveOption(ids, first, text)
  const max = useMaximum(draft, argument)
  const [wrong, setWrong] = useState<{ text: string; problem: ParseProblem } | null>(null)
  const give = (value: unknown, said?: string) => void advance(withArgument(draft, argument, value, said))
  const take = (id: string | null) => {
    const option = options.find((one) => one.id === id)
    if (option && !option.closed) give(option.value, option.name)
  }
  const accept = () => {
    if (chosen !== null) return take(chosen)
    if (pending && text !== '') return // nobody has seen yet what that would be
    if (options.some(({ closed }) => closed)) return setWrong({ text, problem: closedOptionProblem })
    const reading = parseArgument(argument, text, { ...parseContext(), max })
    if ('problem' in reading) setWrong({ text, problem: reading })
    else if (!isPickedFromList(argument) || reading.value === undefined) give(reading.value)
  }
  useDigitChoice({ options: open, text, active: hasOptions(argument), take: ({ value, name }) => give(value, name) })
  return {
    options,
    pending,
    chosen,
    move,
    reach,
    take,
    accept,
    most: max,
    wrong: wrong?.text === text ? wrong.problem : null,
    early: earlyProblem({ draft, argument, text }, options, max),
    digits: text === '' && areDigitsFree(options),
  }
}

/** One argument: typed, or chosen from what there is. */
export function ArgumentStep(props: Props) {
  const { draft, argument, refused, text, line, onText } = props
  const { say } = useText()
  const { options, pending, chosen, move, reach, take, accept, most, wrong, early, digits } = useAnswer(props)
  const stands = text === initialText(argument, draft) ? refused : undefined
  const problem = wrong ? say(wrong.problem, wrong.values) : (stands ?? (early && say(early.problem, early.values)))
  // what stood there by itself is not theirs to be cleared first
  const typed = text !== '' && text !== initialText(argument, draft)
  useKeys('palette', [
    { id: 'palette.accept', keys: 'enter', run: accept },
    { id: 'palette.next', keys: 'tab', run: accept },
    { id: 'palette.down', keys: 'down', run: () => move(1), repeats: true },
    { id: 'palette.up', keys: 'up', run: () => move(-1), repeats: true },
    { id: 'palette.escape', keys: 'escape', run: () => (typed ? onText('') : stepBack(draft)) },
    ...(text === '' ? [{ id: 'palette.back', keys: 'backspace' as const, run: () => stepBack(draft) }] : []),
  ])
  return (
    <>
      <Prompt argument={argument} most={most} problem={problem} />
      {hasOptions(argument) && (
        <OptionList
          line={line}
          label={say(argument.label)}
          chosen={chosen}
          onChoose={take}
          more={{ said: (count) => say('command.andMore', { count }), reach }}
          sections={[{ heading: '', choices: optionRows(options, digits) }]}
        />
      )}
      {isPickedFromList(argument) && options.length === 0 && !pending && (
        <p className={styles.ask} role="status">
          {say('command.noOption')}
        </p>
      )}
      <StepButtons draft={draft} last={isLastArgument(draft)} back={() => stepBack(draft)} go={accept} />
    </>
  )
}
