import { fieldsOf } from '#contract/kernel/field.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { pictures } from '#contract/pictures.ts'
import { Reading } from '#contract/readings.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { useText, worded } from '#src/locale/text.ts'
import { RowTable } from '#src/ui/data/RowTable.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import styles from './Pictures.module.css'
import { Pictures } from './Pictures.tsx'

const readingFields = fieldsOf(Reading.omit({ box: true }))

/** The pictures that a customer is identified by, and what was read off them. */
export function PicturesPanel({ customerId }: { customerId: IdOf<'customer'> }) {
  const { text } = useText()
  const query = useCall(pictures.ofCustomer, { id: customerId })
  return (
    <Panel title={text('pictures.section')}>
      <QueryResult query={query}>
        {({ pictures: all, readings }) =>
          all.length === 0 ? (
            <p className={styles.none}>{text('pictures.none')}</p>
          ) : (
            <div className={styles.panel}>
              <Pictures all={all} readings={readings} />
              {readings.length > 0 && (
                <RowTable
                  name={text('pictures.read')}
                  noun="readings"
                  fields={readingFields}
                  rows={readings}
                  id={({ field, from }) => `${from} ${field}`}
                  instead={{ value: ({ field, value }) => (field === 'face' ? worded('readings.face', value) : value) }}
                  show={['field', 'value', 'edited', 'confidence', 'from', 'readAt']}
                />
              )}
            </div>
          )
        }
      </QueryResult>
    </Panel>
  )
}
