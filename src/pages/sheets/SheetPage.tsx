import { type FormEvent, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { Endpoint, Output } from '#contract/kernel/endpoint.ts'
import type { MessageId } from '#locales/index.ts'
import { wordsOf } from '#src/call/announce.ts'
import { CallFailed } from '#src/call/call.ts'
import { download } from '#src/call/download.ts'
import { stale } from '#src/call/queries.ts'
import { upload } from '#src/call/upload.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { toast } from '#src/ui/toast.ts'
import styles from './Sheets.module.css'

type Uploading = Endpoint<MessageId> & { readonly files: readonly string[] }

/** What is filled in and sent: the endpoint that takes the sheet, the blank one, and where to go afterwards. */
interface Props<E extends Uploading> {
  readonly endpoint: E
  readonly template: Endpoint & { readonly file: true }
  readonly hint: MessageId
  readonly done: MessageId
  readonly then: (answer: Output<E>) => string
}

/** What is wrong with a sheet: as a whole, or cell by cell. */
interface Trouble {
  readonly whole: string
  readonly cells: CallFailed['fields']
}

const troubleOf = (error: unknown): Trouble =>
  error instanceof CallFailed && error.fields.length > 0
    ? { whole: '', cells: error.fields }
    : { whole: wordsOf(error), cells: [] }

/** Says what is wrong, cell by cell: `4.maxAmount` is a line and a column. */
function Problems({ whole, cells }: Trouble) {
  const { text } = useText()
  return (
    <div className={styles.problems} role="alert">
      {whole && <p className={styles.problem}>{whole}</p>}
      {cells.map(({ field, reason }) => {
        const [line = '', column = ''] = field.split('.')
        return (
          <p key={`${field} ${reason}`}>
            {text('sheets.line', { line })} · <code>{column}</code> · {reason}
          </p>
        )
      })}
    </div>
  )
}

const nounOf = (id: string) => id.slice(0, id.indexOf('.'))

/** Sends the chosen file, and says what became of it. */
function useSending<E extends Uploading>({ endpoint, done, then }: Props<E>) {
  const { text } = useText()
  const [file, choose] = useState<File | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!file || busy) return
    setBusy(true)
    setTrouble(null)
    try {
      const answer = await upload(endpoint, { file } as Parameters<typeof upload<E>>[1]) // its one file
      stale([nounOf(endpoint.id), ...(endpoint.touches ?? [])])
      toast('good', text(done))
      navigate(then(answer))
    } catch (error) {
      setTrouble(troubleOf(error))
      setBusy(false)
    }
  }
  return { file, choose, trouble, busy, send }
}

/** A page that takes a filled sheet: all of it, or none where a cell is wrong. */
export function SheetPage<E extends Uploading>(props: Props<E>) {
  const { endpoint, template, hint } = props
  const { text } = useText()
  const { file, choose, trouble, busy, send } = useSending(props)
  return (
    <Page>
      <Panel title={text(endpoint.id)}>
        <form className={styles.form} onSubmit={send}>
          <p>{text(hint)}</p>
          <div>
            <Button onClick={() => void download(template, {}, 'template.csv')}>{text('sheets.getTemplate')}</Button>
          </div>
          <label className={styles.choosing}>
            {text('sheets.file')}
            <input
              type="file"
              accept=".csv,text/csv"
              required
              onChange={({ target }) => choose(target.files?.[0] ?? null)}
            />
          </label>
          {trouble && <Problems {...trouble} />}
          <div>
            <Button type="submit" tone="accent" busy={busy} disabled={!file}>
              {text(endpoint.id)}
            </Button>
          </div>
        </form>
      </Panel>
    </Page>
  )
}
