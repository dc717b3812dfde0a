import { type FormEvent, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { pages } from '#contract/menu.ts'
import { products } from '#contract/products/calls.ts'
import { wordsOf } from '#src/call/announce.ts'
import { CallFailed } from '#src/call/call.ts'
import { download } from '#src/call/download.ts'
import { stale } from '#src/call/queries.ts'
import { upload } from '#src/call/upload.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { toast } from '#src/ui/toast.ts'
import styles from './Products.module.css'

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
          <p key={field}>
            {text('products.line', { line })} · <code>{column}</code> · {reason}
          </p>
        )
      })}
    </div>
  )
}

/** Adds products from a filled sheet: all of them, or none where a cell is wrong. */
export function AddProducts() {
  const { text } = useText()
  const [file, setFile] = useState<File | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!file || busy) return
    setBusy(true)
    setTrouble(null)
    try {
      await upload(products.add, { file })
      stale(['products'])
      toast('good', text('products.add.done'))
      navigate(pages.products)
    } catch (error) {
      setTrouble(troubleOf(error))
      setBusy(false)
    }
  }
  return (
    <div className={styles.page}>
      <Panel title={text('products.add')}>
        <form className={styles.add} onSubmit={send}>
          <p>{text('products.addHint')}</p>
          <div>
            <Button onClick={() => void download(products.template, {}, 'products-template.csv')}>
              {text('products.getTemplate')}
            </Button>
          </div>
          <label className={styles.choosing}>
            {text('products.sheetFile')}
            <input
              type="file"
              accept=".csv,text/csv"
              required
              onChange={({ target }) => setFile(target.files?.[0] ?? null)}
            />
          </label>
          {trouble && <Problems {...trouble} />}
          <div>
            <Button type="submit" tone="accent" busy={busy} disabled={!file}>
              {text('products.add')}
            </Button>
          </div>
        </form>
      </Panel>
    </div>
  )
}
