import { useQuery } from '@tanstack/react-query'
import { imports } from '#contract/imports/calls.ts'
import { call } from '#src/call/call.ts'
import { download } from '#src/call/download.ts'
import { useCountry } from '#src/locale/country.ts'
import { formatInstant } from '#src/locale/format.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import styles from './Import.module.css'

/** One's imports so far: when, of which files, what became of them, and their reports. */
export function EarlierImports() {
  const { text, word } = useText()
  const country = useCountry()
  const { data } = useQuery({
    queryKey: ['imports', 'mine'],
    queryFn: ({ signal }) => call(imports.mine, {}, { signal }),
  })
  const all = data?.imports ?? []
  if (all.length === 0) return null
  return (
    <div className={styles.scroll}>
      <table className={styles.mapping}>
        <caption>{text('imports.earlier')}</caption>
        <tbody>
          {all.map(({ id, state, files, createdAt, failure, loaded, known, refused }) => (
            <tr key={id}>
              <th scope="row">{formatInstant(createdAt, country)}</th>
              <td>{files}</td>
              <td>{word('imports.state', state)}</td>
              <td>
                {[
                  failure?.msg,
                  (state === 'finished' || loaded > 0) && text('imports.counts', { loaded, known, refused }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </td>
              <td>
                {state === 'finished' && (
                  <Button onClick={() => void download(imports.report, { id }, `${id}.csv`)}>
                    {text('imports.report')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
