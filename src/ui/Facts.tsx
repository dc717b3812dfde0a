import type { ReactNode } from 'react'
import type { Field } from '#contract/kernel/field.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Facts.module.css'
import { Value } from './Value.tsx'

/** One fact: what it is called, and what it is. */
export type Fact = readonly [name: string, value: ReactNode]

/** What is known of something, as a list of names and values. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
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

interface RowFactsProps<Row> {
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
export function RowFacts<Row>({ noun, fields, row, show, instead }: RowFactsProps<Row>) {
  const { say } = useText()
  const fact = (name: keyof Row & string): Fact => {
    const field = fields.find((one) => one.name === name) ?? { kind: 'text' }
    return [say(`${noun}.${name}`), instead?.[name] ?? <Value key={name} of={field} value={row[name]} />]
  }
  return <Facts facts={show.map(fact)} />
}
