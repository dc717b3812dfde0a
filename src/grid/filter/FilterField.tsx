import { type RefObject, useEffect, useState } from 'react'
import type { QueryContext } from '#contract/kernel/query/context.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import type { Problem } from '#contract/kernel/query/problem.ts'
import { useText } from '#src/locale/text.ts'
import { problemText } from '../model/problem-text.ts'
import styles from './FilterField.module.css'

interface Props {
  readonly handle: RefObject<HTMLInputElement | null>
  /** The line in force. */
  readonly applied: string
  readonly reader: Required<QueryContext>
  /** Puts a line in force, unless something is wrong with it. Answers what is. */
  apply(line: string): Promise<readonly Problem[]>
  /** Somebody is done: whatever is filtered should have the focus. */
  onLeave(): void
}

/** A filter line beside what is no list: of a report, of the board. What is in force stays so while the line is wrong. */
export function FilterField({ handle, applied, reader, apply, onLeave }: Props) {
  const { text } = useText()
  const [draft, setDraft] = useState(applied)
  const [problems, setProblems] = useState<readonly Problem[]>([])
  useEffect(() => setDraft(applied), [applied])
  const enter = async () => {
    const found = await apply(draft)
    setProblems(found)
    if (found.length === 0) onLeave()
  }
  const [problem] = draft === applied ? parse(applied, reader).problems : problems
  return (
    <search className={styles.filter}>
      <span aria-hidden="true">/</span>
      <input
        ref={handle}
        value={draft}
        aria-label={text('grid.filterLine')}
        aria-invalid={problem !== undefined}
        aria-describedby="filter-problem"
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter') void enter()
          if (key === 'Escape') {
            setDraft(applied)
            setProblems([])
            onLeave()
          }
        }}
      />
      <p id="filter-problem" role="status" className={styles.problem}>
        {problem && problemText(problem, reader)}
      </p>
    </search>
  )
}
