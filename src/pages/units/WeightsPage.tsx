import { useSearch } from 'wouter'
import type { IdOf } from '#contract/kernel/values.ts'
import { units } from '#contract/units.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { useText } from '#src/locale/text.ts'
import { Notice } from '#src/ui/feedback/Notice.tsx'
import { Page, PageHeader, PageTitle } from '#src/ui/Page.tsx'
import { WeightsForm } from './WeightsForm.tsx'

/** Weights of the units below the one that the address names, or of the agencies. */
export function WeightsPage() {
  const { text } = useText()
  // whether it is a unit's, the server knows
  const parentId = new URLSearchParams(useSearch()).get('parent') as IdOf<'unit'> | null
  const query = useCall(units.siblings, parentId ? { parentId } : {})
  return (
    <Page>
      <QueryResult query={query}>
        {({ parent, siblings }) => {
          const title = parent ? text('units.weightsOf', { name: parent.name }) : text('units.openWeights')
          return (
            <>
              <PageHeader>
                <PageTitle id={parentId ?? ''} name={title} />
              </PageHeader>
              {siblings.length === 0 ? (
                <Notice title={text('units.weightNobody')} />
              ) : (
                // begins anew with what somebody else has saved
                <WeightsForm
                  key={siblings.map(({ id, version }) => `${id}:${version}`).join(' ')}
                  {...{ parentId, siblings }}
                />
              )}
            </>
          )
        }}
      </QueryResult>
    </Page>
  )
}
