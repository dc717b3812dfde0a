import type { ArgumentOption } from '#src/command/arguments/argument-options.ts'
import { digitOf } from '#src/keyboard/shortcut.ts'
import { say } from '#src/locale/text.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './ArgumentStep.module.css'
import type { OptionRow } from './OptionList.tsx'

/** Options as rows; with `digits`, those that can be chosen carry the key that chooses them. */
export function optionRows(options: readonly ArgumentOption[], digits: boolean): OptionRow[] {
  const open = options.filter(({ closed }) => !closed)
  return options.map((option): OptionRow => {
    const { id, name, hint, closed = false } = option
    const digit = digits && !closed ? digitOf(open.indexOf(option)) : null
    return {
      id,
      disabled: closed,
      node: (
        <>
          <span>{name}</span>
          <span className={styles.hint}>{closed ? `${hint} · ${say('command.closedOption')}` : hint}</span>
          {digit && (
            <span className={styles.digit}>
              <Kbd keys={digit} />
            </span>
          )}
        </>
      ),
    }
  })
}
