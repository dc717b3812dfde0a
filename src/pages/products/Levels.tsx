import { useState } from 'react'
import type { IdOf } from '#contract/kernel/values.ts'
import { products } from '#contract/products/calls.ts'
import { levelFields } from '#contract/products/fields.ts'
import { Level, Levels as LevelsSchema } from '#contract/products/quota.ts'
import { submit } from '#src/command/executor.ts'
import { useText } from '#src/locale/text.ts'
import { useCurrency } from '#src/session/currency.ts'
import { may } from '#src/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Cost } from './Cost.tsx'
import { type Draft, draftOf, readDraft } from './draft.ts'
import type { Loaded } from './ProductPage.tsx'
import styles from './Products.module.css'
import { SaveTerms } from './SaveTerms.tsx'
import { TermFields } from './TermFields.tsx'

const fields = levelFields.filter(({ field }) => field !== 'level')

/** What a level that was never filled in begins with. */
const blank: Draft = {
  level: '1',
  ...{ periods: '1', gstPpm: '0', feeMode: 'upfront', earlyInterest: 'full' },
  ...{ coolingOffDays: '1', coolingOffRefundsFee: 'no' },
}

interface Props {
  readonly id: IdOf<'product'>
  readonly of: Loaded<Level[]>
}

/** What customers of each level may borrow and what it costs, with a live quote of the level that is being looked at. */
export function Levels({ id, of: { version, inForce } }: Props) {
  const { text } = useText()
  const currency = useCurrency()
  const locked = !may(products.editQuota.may)
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    inForce ? inForce.value.map((level) => draftOf(levelFields, level, currency)) : [blank],
  )
  const read = drafts.map((draft) => readDraft(draft, { fields: levelFields, schema: Level }, currency))
  const levels = LevelsSchema.safeParse(read.map((one) => ('value' in one ? one.value : null)))
  const change = (at: number, draft: Draft) => setDrafts(drafts.map((one, i) => (i === at ? draft : one)))
  return (
    <>
      {drafts.map((draft, i) => {
        const one = read[i]!
        return (
          <section key={draft.level} className={styles.level}>
            <header>
              <h3>
                {text('products.quota.level')} {draft.level}
              </h3>
              {!locked && i > 0 && i === drafts.length - 1 && (
                <Button tone="quiet" onClick={() => setDrafts(drafts.slice(0, -1))}>
                  {text('products.removeLevel', { level: i + 1 })}
                </Button>
              )}
            </header>
            <TermFields
              fields={fields}
              of="products.quota"
              draft={draft}
              problems={'problems' in one ? one.problems : {}}
              locked={locked}
              onDraft={(next) => change(i, next)}
            />
            {'value' in one && <Cost level={one.value} />}
          </section>
        )
      })}
      {!locked && (
        <SaveTerms
          save={
            levels.success
              ? (effectiveFrom) => submit(products.editQuota, { id, version, levels: levels.data, effectiveFrom })
              : null
          }
        >
          <Button onClick={() => setDrafts([...drafts, { ...drafts.at(-1)!, level: String(drafts.length + 1) }])}>
            {text('products.addLevel')}
          </Button>
        </SaveTerms>
      )}
    </>
  )
}
