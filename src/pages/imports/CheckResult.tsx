import { useEffect, useRef } from 'react'
import { type ImportCheck, imports } from '#contract/imports/calls.ts'
import { formatMoney } from '#contract/kernel/format.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { download } from '#src/call/download.ts'
import { language } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './Import.module.css'

interface Props {
  readonly id: IdOf<'import'>
  readonly check: ImportCheck
}

const outcomes = ['loaded', 'changed', 'known', 'refused'] as const
const sums = ['file', 'loaded', 'known', 'refused'] as const

/** What loading would do: new, updated, known and refused lines, the sums, and what is wrong by column. */
export function CheckResult({ id, check }: Props) {
  const { say, text, word } = useText()
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), []) // the button that asked for it is gone
  return (
    <section ref={section} tabIndex={-1} aria-label={text('imports.check')}>
      <table className={styles.mapping}>
        <thead>
          <tr>
            <th scope="col">{text('imports.file')}</th>
            {outcomes.map((one) => (
              <th key={one} scope="col">
                {text(`imports.would.${one}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(['loans', 'customers'] as const).map((file) => (
            <tr key={file}>
              <th scope="row">{word('imports.file', file)}</th>
              {outcomes.map((one) => (
                <td key={one}>{check[file][one]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <table className={styles.mapping}>
        <thead>
          <tr>
            <th scope="col">{text('imports.sum')}</th>
            {sums.map((one) => (
              <th key={one} scope="col">
                {text(one === 'file' ? 'imports.sum.file' : `imports.would.${one}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {check.sums.map((sum) => (
            <tr key={sum.field}>
              <th scope="row">{word('imports.field', sum.field)}</th>
              {sums.map((one) => (
                <td key={one}>{formatMoney(sum[one], language())}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {check.nameless > 0 && <p>{say('imports.nameless', { count: check.nameless })}</p>}
      {check.unread > 0 && <p className={styles.problem}>{say('imports.unread', { count: check.unread })}</p>}
      {check.problems.length > 0 && (
        <ul>
          {check.problems.map(({ file, field, problem, reason, count, line }) => (
            <li key={[file, field, problem].join(' ')}>
              {[word('imports.file', file), field && word('imports.field', field), reason].filter(Boolean).join(' · ')}
              {' · '}
              {say('imports.linesFrom', { count, line })}
            </li>
          ))}
        </ul>
      )}
      {check.problems.length > 0 && (
        <Button onClick={() => void download(imports.report, { id }, `${id}.csv`)}>{text('imports.report')}</Button>
      )}
    </section>
  )
}
