import { useState } from 'react'
import type { IdOf } from '#contract/kernel/values.ts'
import { products } from '#contract/products/calls.ts'
import { levelFields } from '#contract/products/fields.ts'
import { Level, Levels as LevelsSchema } from '#contract/products/quota.ts'
import { submitCall } from '#src/command/run/submit-call.ts'
import { useCurrency } from '#src/locale/country.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { LevelQuote } from './LevelQuote.tsx'
import type { LoadedTerms } from './loaded-terms.ts'
import styles from './Products.module.css'
import { SaveTerms } from './SaveTerms.tsx'
import { TermFields } from './TermFields.tsx'
import { parseTermsDraft, type TermsDraft, termsDraftOf } from './terms-draft.ts'

const fields = levelFields.filter(({ field }) => field !== 'level')

/** What a level that was never filled in begins with. */
const blank: TermsDraft = {
  level: '1',
  ...{ periods: '1', gstPpm: '0', feeMode: 'upfront', earlyInterest: 'full' },
  ...{ coolingOffDays: '1', coolingOffRefundsFee: 'no' },
}

interface Props {
  readonly id: IdOf<'product'>
  readonly of: LoadedTerms<Level[]>
}

/** What customers of each level may borrow and what it costs, with a live quote of the level that is being looked at. */
export function LevelsForm({ id, of: { version, inForce } }: Props) {
  const { text } = useText()
  const currency = useCurrency()
  const locked = !may(products.editQuota.requires)
  const [drafts, setDrafts] = useState<readonly TermsDraft[]>(() =>
    inForce ? inForce.value.map((level) => termsDraftOf(levelFields, level, currency)) : [blank],
  )
  const read = drafts.map((draft) => parseTermsDraft(draft, { fields: levelFields, schema: Level }, currency))
  const levels = LevelsSchema.safeParse(read.map((one) => ('value' in one ? one.value : null)))
  const change = (at: number, draft: TermsDraft) => setDrafts(drafts.map((one, i) => (i === at ? draft : one)))
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
            {'value' in one && <LevelQuote level={one.value} />}
          </section>
        )
      })}
      {!locked && (
        <SaveTerms
          save={
            levels.success
              ? (effectiveFrom) => submitCall(products.editQuota, { id, version, levels: levels.data, effectiveFrom })
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
