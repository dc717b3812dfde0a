import type { MessageId } from '#locales/index.ts'
import { useActionTarget } from '#src/command/active-list.ts'
import { useText } from '#src/locale/text.ts'
import { CommandButtons } from './CommandButtons.tsx'
import { type ActiveRecord, useActiveRecord } from './use-active-record.ts'

interface Props extends ActiveRecord {
  /** What of the console's own acts stands among the buttons, beside what is done on the server. */
  readonly also?: readonly MessageId[]
}

/** What can be done to the row that a page is about. */
export function RecordActions({ also = [], ...record }: Props) {
  const { text } = useText()
  useActiveRecord(record)
  const target = useActionTarget()
  return <CommandButtons target={target} page={record.page} label={text('loans.section.acts')} also={also} />
}
