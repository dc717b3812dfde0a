import { type ReactNode, type RefObject, useId, useImperativeHandle, useState } from 'react'
import { useText } from '#src/locale/text.ts'
import { classNames } from '#src/ui/class-names.ts'
import type { GridModel } from '../model/grid-model.ts'
import { problemText } from '../model/problem-text.ts'
import styles from './FilterLine.module.css'
import { type HighlightRun, highlightRuns } from './highlight.ts'
import { Suggestions } from './Suggestions.tsx'
import { type Combobox, useCombobox } from './use-combobox.ts'

/** The line as it looks: what each piece is, and what is wrong. It lies under the field one types into. */
const HighlightedLine = ({ runs, scrolled }: { runs: readonly HighlightRun[]; scrolled: number }) => (
  <div className={styles.paint} aria-hidden="true" style={{ translate: `${-scrolled}px 0` }}>
    {runs.map(({ from, text, role, wrong }) => (
      <span key={from} className={classNames(styles[role], wrong && styles.wrong)}>
        {text}
      </span>
    ))}
  </div>
)

interface LineInputProps {
  readonly combo: Combobox
  readonly id: string
  onFocus(focused: boolean): void
}

/** The field one types into: its letters are seen only while an input method is at work. */
function LineInput({ combo, id, onFocus }: LineInputProps) {
  const { text } = useText()
  const { draft, parsed, offers, chosen, show } = combo
  const [scrolled, setScrolled] = useState(0)
  const [composing, setComposing] = useState(false)
  return (
    <div className={styles.box}>
      {!composing && (
        <HighlightedLine runs={highlightRuns(draft, parsed.pieces, parsed.problems)} scrolled={scrolled} />
      )}
      <input
        ref={combo.input}
        className={classNames(styles.input, composing && styles.composing)}
        value={draft}
        role="combobox"
        aria-label={text('grid.filterLine')}
        aria-expanded={offers.length > 0}
        aria-controls={`${id}-offers`}
        aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
        aria-autocomplete="list"
        aria-invalid={parsed.problems.length > 0 || undefined}
        aria-describedby={`${id}-problem`}
        placeholder={text('grid.filterHint')}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        onChange={({ target }) => {
          combo.type(target.value, target.selectionStart ?? target.value.length)
          show(true)
        }}
        onSelect={({ currentTarget }) => combo.setCaret(currentTarget.selectionStart ?? 0)}
        onScroll={({ currentTarget }) => setScrolled(currentTarget.scrollLeft)}
        onKeyDown={combo.press}
        onClick={() => show(true)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onFocus={() => onFocus(true)}
        onBlur={() => {
          show(false)
          onFocus(false)
        }}
      />
    </div>
  )
}

interface Props {
  readonly model: GridModel
  /** Lets others put the focus into it. */
  readonly handle: RefObject<{ focus(): void } | null>
  /** Told when the focus comes and goes. */
  onFocus(focused: boolean): void
  /** Somebody is done: the rows should have the focus. */
  onLeave(): void
  /** Stands at its end. */
  readonly children: ReactNode
}

/** The filter as a line of text, with what may be typed next. What is in force stays so while the line is wrong. */
export function FilterLine({ model, handle, onFocus, onLeave, children }: Props) {
  const id = useId()
  const combo = useCombobox(model, onLeave)
  const { offers, chosen, parsed, input } = combo
  const [problem] = parsed.problems
  const said = problem && problemText(problem, model.reader)
  useImperativeHandle(handle, () => ({
    focus() {
      input.current?.focus()
      combo.goOn()
    },
  }))
  return (
    <search className={styles.line} data-wrong={problem && offers.length === 0 ? '' : undefined}>
      <span className={styles.prompt} aria-hidden="true">
        /
      </span>
      <LineInput combo={combo} id={id} onFocus={onFocus} />
      <p id={`${id}-problem`} className={said && offers.length === 0 ? styles.problem : styles.unseen} role="status">
        {said}
      </p>
      {offers.length > 0 && <Suggestions id={id} offers={offers} chosen={chosen} problem={said} onTake={combo.take} />}
      {children}
    </search>
  )
}
