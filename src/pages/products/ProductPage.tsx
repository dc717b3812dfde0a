import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { IdOf } from '#contract/kernel/values.ts'
import { ExtensionTerms, PenaltyTerms } from '#contract/loans/terms.ts'
import { products } from '#contract/products/calls.ts'
import { extensionFields, penaltyFields } from '#contract/products/fields.ts'
import { product } from '#contract/products/row.ts'
import { download } from '#src/call/download.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { submitCall } from '#src/command/run/submit-call.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Value } from '#src/ui/data/Value.tsx'
import { Page, PageHeader, PageTitle } from '#src/ui/Page.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { RecordActions } from '../records/RecordActions.tsx'
import { NoRecordNotice } from '../records/RecordPage.tsx'
import { useRecordId } from '../records/use-record-id.ts'
import { LevelsForm } from './LevelsForm.tsx'
import type { LoadedTerms } from './loaded-terms.ts'
import styles from './Products.module.css'
import { TermsForm } from './TermsForm.tsx'
import { TermsHistory } from './TermsHistory.tsx'

interface SectionProps<Value> {
  readonly title: string
  readonly query: UseQueryResult<LoadedTerms<Value>>
  children(loaded: LoadedTerms<Value>): ReactNode
}

/** One part with its heading, and what is already decided about it for later. */
function Section<Value>({ title, query, children }: SectionProps<Value>) {
  const { text } = useText()
  return (
    <Panel title={title}>
      <QueryResult query={query}>
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
      </QueryResult>
    </Panel>
  )
}

const stateField = product.fields.find(({ name }) => name === 'state')!

/** What it is called, whether it is offered, and what can be done to it. */
function Head({ id }: { id: IdOf<'product'> }) {
  const { text } = useText()
  const found = useCall(products.list, { q: `id:${id}` })
  const row = found.data?.rows.find((one) => one.id === id)
  return (
    <PageHeader>
      <PageTitle id={id} />
      {row && (
        <>
          <Value of={stateField} value={row.state} />
          <span>{row.name}</span>
          <Button tone="quiet" onClick={() => void download(products.template, { productId: id }, `${id}.csv`)}>
            {text('products.takeSheet')}
          </Button>
          <RecordActions noun="products" listing={products.list.id} page="products" row={row} />
        </>
      )}
    </PageHeader>
  )
}

function ProductOf({ id }: { id: IdOf<'product'> }) {
  const { text } = useText()
  const input = { productId: id }
  const quota = useCall(products.quota, input)
  const penalty = useCall(products.penalty, input)
  const extension = useCall(products.extension, input)
  return (
    <Page>
      <Head id={id} />
      <TermsHistory id={id} waiting />
      <Section title={text('products.part.quota')} query={quota}>
        {(loaded) => <LevelsForm id={id} of={loaded} />}
      </Section>
      <Section title={text('products.part.penalty')} query={penalty}>
        {({ version, inForce }) => (
          <TermsForm
            labels="products.penalty"
            fields={penaltyFields}
            schema={PenaltyTerms}
            value={inForce?.value ?? null}
            save={(value, effectiveFrom) =>
              submitCall(products.editPenalty, { id, version, penalty: value, effectiveFrom })
            }
          />
        )}
      </Section>
      <Section title={text('products.part.extension')} query={extension}>
        {({ version, inForce }) => (
          <TermsForm
            labels="products.extension"
            fields={extensionFields}
            schema={ExtensionTerms}
            value={inForce?.value ?? null}
            save={(value, effectiveFrom) =>
              submitCall(products.editExtension, { id, version, extension: value, effectiveFrom })
            }
          />
        )}
      </Section>
      <TermsHistory id={id} />
    </Page>
  )
}

/** A product: its terms, to be read or changed from a day on, what a loan on it costs, and its history. */
export function ProductPage() {
  const id = useRecordId()
  // whether it is a product's, the server knows
  return id ? <ProductOf key={id} id={id as IdOf<'product'>} /> : <NoRecordNotice />
}
