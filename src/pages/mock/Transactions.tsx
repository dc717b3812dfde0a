import { useEffect, useState } from 'react'
import { send } from '#src/call/send.ts'
import { useText } from '#src/locale/text.ts'
import { TextField } from '#src/ui/Field.tsx'
import { Page } from '#src/ui/Page.tsx'
import styles from './Transactions.module.css'

type Row = Readonly<Record<string, string | number>>
interface DemoList {
  readonly items: readonly Row[]
}

/** What a demo endpoint lists; nothing until it has answered. */
function useDemoList(at: string, name = ''): readonly Row[] {
  const [items, setItems] = useState<readonly Row[]>([])
  useEffect(() => {
    let gone = false
    send(at, { query: { name } }).then(
      (data) => !gone && setItems((data as DemoList).items), // both list items
      () => {}, // the mock answers, or there is nothing to see
    )
    return () => {
      gone = true
    }
  }, [at, name])
  return items
}

/** The demo's users and transactions, under the names that its fields have. */
export function Transactions() {
  const { text } = useText()
  const [name, setName] = useState('')
  const users = useDemoList('GET /search/user', name)
  const rows = useDemoList('GET /transaction/list')
  return (
    <Page>
      <h1>transaction/list</h1>
      <TextField label={text('shell.errors.search')} value={name} onChange={({ target }) => setName(target.value)} />
      <p role="status">{users.map((user) => user.name).join(', ')}</p>
      <table className={styles.table}>
        <tbody>
          {rows.map((row) => (
            <tr key={row.order_no}>
              {Object.values(row).map((value) => (
                <td key={value}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Page>
  )
}
