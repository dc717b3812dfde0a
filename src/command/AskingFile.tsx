import { useEffect, useRef, useState } from 'react'
import { uploadMax } from '#contract/kernel/endpoint.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Asking.module.css'
import type { Argument } from './argument.ts'
import { back, proceed } from './executor.ts'
import { useKeys } from './keyboard.ts'
import { type Draft, withArgument } from './palette.ts'

interface Props {
  readonly draft: Draft
  readonly argument: Argument
}

/** What is wrong with a file that was chosen: a text key; null for a good one. */
export const problemOf = ({ size }: Pick<File, 'size'>): string | null =>
  size === 0 ? 'command.emptyFile' : size > uploadMax ? 'command.tooLargeFile' : null

/** An argument that is a file: chosen by Enter or Space, or dropped there. */
export function AskingFile({ draft, argument }: Props) {
  const { say } = useText()
  const [problem, setProblem] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const skip = () => void proceed(withArgument(draft, argument, undefined))
  useKeys('palette', [
    { id: 'palette.accept', keys: 'enter', run: () => input.current?.click() },
    { id: 'palette.escape', keys: 'escape', run: () => back(draft) },
    { id: 'palette.back', keys: 'backspace', run: () => back(draft) },
    ...(argument.asking.optional ? [{ id: 'palette.next', keys: 'tab' as const, run: skip }] : []),
  ])
  const take = (file: File | undefined) => {
    if (!file) return
    const wrong = problemOf(file)
    setProblem(wrong)
    if (!wrong) void proceed(withArgument(draft, argument, file, file.name))
  }
  return (
    <div className={styles.ask}>
      <label>
        {say(argument.label)}{' '}
        <input
          ref={input}
          type="file"
          accept={argument.file?.accept}
          onChange={({ target }) => take(target.files?.[0])}
        />
      </label>
      {argument.asking.optional && <span className={styles.hint}> {say('command.optional')}</span>}
      {problem && (
        <p className={styles.ask} data-bad="true" role="alert">
          {say(problem, { most: Math.round(uploadMax / 1_048_576) })}
        </p>
      )}
    </div>
  )
}
