import type { Transcript } from '#contract/ai-records.ts'
import { useText } from '#src/locale/text.ts'
import styles from './TranscriptLines.module.css'

/** What was said in a call of a robot, line by line. */
export function TranscriptLines({ lines }: { lines: Transcript }) {
  const { text } = useText()
  const numbered = lines.map((line, nth) => ({ ...line, key: String(nth) }))
  return (
    <dl className={styles.lines} aria-label={text('aiRecords.transcript')}>
      {numbered.map((line) => (
        <div key={line.key}>
          <dt>{text(`aiRecords.by.${line.by}`)}</dt>
          <dd>{line.text}</dd>
        </div>
      ))}
    </dl>
  )
}
