import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { IdOf, LocalDate, Version } from '#contract/kernel/values.ts'
import { ExtensionTerms, PenaltyTerms } from '#contract/loans/terms.ts'
import { products } from '#contract/products/calls.ts'
import { extensionFields, penaltyFields } from '#contract/products/fields.ts'
import { product } from '#contract/products/row.ts'
import { download } from '#src/call/download.ts'
import { useCall } from '#src/call/queries.ts'
import { submit } from '#src/command/executor.ts'
import { useText } from '#src/locale/text.ts'
import { RowActs } from '#src/pages/records/RowActs.tsx'
import { useRecordId } from '#src/pages/records/useRecordId.ts'
import { Answered } from '#src/ui/Answered.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Page, PageHead, Title } from '#src/ui/Page.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { Value } from '#src/ui/Value.tsx'
import { History } from './History.tsx'
import { Levels } from './Levels.tsx'
import { Part } from './Part.tsx'
import styles from './Products.module.css'

interface Decided<Value> {
  readonly value: Value
  readonly effectiveFrom: LocalDate
  readonly madeBy: string
}
/** A part of a product's terms as the server answers it. */
export interface Loaded<Value> {
  readonly version: Version
  readonly inForce: Decided<Value> | null
  readonly later: readonly Decided<Value>[]
  readonly waiting: Decided<Value> | null
}

interface SectionProps<Value> {
  readonly title: string
  readonly query: UseQueryResult<Loaded<Value>>
  children(loaded: Loaded<Value>): ReactNode
}

/** One part with its heading, and what is already decided about it for later. */
function Section<Value>({ title, query, children }: SectionProps<Value>) {
  const { text } = useText()
  return (
    <Panel title={title}>
      <Answered query={query}>
        {(loaded) => (
          <>
            {loaded.waiting && (
              <p className={styles.later}>
                {text('products.waits', { date: loaded.waiting.effectiveFrom, by: loaded.waiting.madeBy })}
              </p>
            )}
            {loaded.later.map(({ effectiveFrom, madeBy }) => (
              <p key={effectiveFrom} className={styles.later}>
                {text('products.comesLater', { date: effectiveFrom, by: madeBy })}
              </p>
            ))}
            {/* what was saved elsewhere is what is edited from then on */}
            <div key={loaded.version}>{children(loaded)}</div>
          </>
        )}
      </Answered>
    </Panel>
  )
}

const stateField = product.fields.find(({ name }) => name === 'state')!

/** What it is called, whether it is offered, and what can be done to it. */
function Head({ id }: { id: IdOf<'product'> }) {
  const { text } = useText()
  const found = useCall(products.list, { q: `id:${id}` }, { quiet: true })
  const row = found.data?.rows.find((one) => one.id === id)
  return (
    <PageHead>
      <Title id={id} />
      {row && (
        <>
          <Value of={stateField} value={row.state} />
          <span>{row.name}</span>
          <Button tone="quiet" onClick={() => void download(products.template, { productId: id }, `${id}.csv`)}>
            {text('products.takeSheet')}
          </Button>
          <RowActs noun="products" listing={products.list.id} page="products" row={row} />
        </>
      )}
    </PageHead>
  )
}

function ProductOf({ id }: { id: IdOf<'product'> }) {
  const { text } = useText()
  const input = { productId: id }
  const quota = useCall(products.quota, input, { quiet: true })
  const penalty = useCall(products.penalty, input, { quiet: true })
  const extension = useCall(products.extension, input, { quiet: true })
  return (
    <Page>
      <Head id={id} />
      <History id={id} waiting />
      <Section title={text('products.part.quota')} query={quota}>
        {(loaded) => <Levels id={id} of={loaded} />}
      </Section>
      <Section title={text('products.part.penalty')} query={penalty}>
        {({ version, inForce }) => (
          <Part
            labels="products.penalty"
            fields={penaltyFields}
            schema={PenaltyTerms}
            value={inForce?.value ?? null}
            save={(value, effectiveFrom) =>
              submit(products.editPenalty, { id, version, penalty: value, effectiveFrom })
            }
          />
        )}
      </Section>
      <Section title={text('products.part.extension')} query={extension}>
        {({ version, inForce }) => (
          <Part
            labels="products.extension"
            fields={extensionFields}
            schema={ExtensionTerms}
            value={inForce?.value ?? null}
            save={(value, effectiveFrom) =>
              submit(products.editExtension, { id, version, extension: value, effectiveFrom })
            }
          />
        )}
      </Section>
      <History id={id} />
    </Page>
  )
}

/** A product: its terms, to be read or changed from a day on, what a loan on it costs, and its history. */
export function ProductPage() {
  const { text } = useText()
  const id = useRecordId()
  // whether it is a product's, the server knows
  return id ? (
    <ProductOf key={id} id={id as IdOf<'product'>} />
  ) : (
    <Notice tone="warn" title={text('overview.noRecord')} />
  )
}
