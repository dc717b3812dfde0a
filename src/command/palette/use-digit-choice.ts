import { useLayoutEffect, useRef } from 'react'
import type { ArgumentOption } from '#src/command/arguments/argument-options.ts'

/** How long options that came later have to be in sight before a digit means one of them. */
const seenMs = 150

/** Whether digits can choose: none of what is offered is itself known by a number. */
export const areDigitsFree = (options: readonly ArgumentOption[]): boolean =>
  options.every(({ name, hint, value }) => !/^\d/.test(name + hint) && typeof value !== 'number')

interface OfferedOptions {
  /** Those that can be chosen, as they stand there, in order. */
  readonly options: readonly ArgumentOption[]
  readonly text: string
  /** Whether digits choose here. */
  readonly active: boolean
  take(option: ArgumentOption): void
}

interface SeenOptions {
  readonly options: readonly ArgumentOption[]
  readonly since: number
}

const idsOf = (options: readonly ArgumentOption[] = []): string => options.map(({ id }) => id).join('\n')

/** A key each: a digit that is typed into an empty line chooses the option that carries it. */
export function useDigitChoice({ options, text, active, take }: OfferedOptions): void {
  // as they stood there while nothing was typed: the digit itself is looked for among them next
  const offered = useRef<SeenOptions | null>(null)
  const before = useRef(text)
  const choose = useRef(take)
  choose.current = take
  const same = idsOf(offered.current?.options) === idsOf(options)
  // those that stand there from the beginning are expected; others may arrive under a key that is on its way
  if (text === '' && !same) offered.current = { options, since: offered.current ? performance.now() : 0 }
  useLayoutEffect(() => {
    const wasEmpty = before.current === ''
    before.current = text
    if (!active || !wasEmpty || !offered.current || !/^[1-9]$/.test(text)) return
    const { options: all, since } = offered.current
    const option = all[Number(text) - 1]
    if (!option || !areDigitsFree(all)) return
    if (since === 0 || performance.now() - since >= seenMs) choose.current(option)
  }, [text, active])
}
