import type { ReactNode } from 'react'
import type { Field } from '#contract/kernel/field.ts'
import { useText } from '#src/locale/text.ts'
import styles from './DescriptionList.module.css'
import { Value } from './Value.tsx'

/** One fact: what it is called, and what it is. */
export type Description = readonly [name: string, value: ReactNode]

/** What is known of something, as a list of names and values. */
export function DescriptionList({ facts }: { facts: readonly Description[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface RowDescriptionProps<Row> {
  /** Its fields are called `<noun>.<field>`. */
  readonly noun: string
  readonly fields: readonly Field[]
  readonly row: Row
  /** What is shown of it, in this order. */
  readonly show: readonly (keyof Row & string)[]
  /** What stands in place of a field. */
  readonly instead?: Readonly<Partial<Record<keyof Row & string, ReactNode>>>
}

/** Facts of a row, shown as its fields ask. */
export function RowDescription<Row>({ noun, fields, row, show, instead }: RowDescriptionProps<Row>) {
  const { say } = useText()
  const fact = (name: keyof Row & string): Description => {
    const field = fields.find((one) => one.name === name) ?? { kind: 'text' }
    return [say(`${noun}.${name}`), instead?.[name] ?? <Value key={name} of={field} value={row[name]} />]
  }
  return <DescriptionList facts={show.map(fact)} />
}
