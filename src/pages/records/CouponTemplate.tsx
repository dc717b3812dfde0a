import { type CouponTemplate, couponTemplates } from '#contract/coupons.ts'
import { useText } from '#src/locale/text.ts'
import { RowFacts } from '#src/ui/Facts.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { OneRow } from './OneRow.tsx'
import styles from './Record.module.css'
import { RowActs } from './RowActs.tsx'

const { fields, id: listing } = couponTemplates.list

function Template({ row }: { row: CouponTemplate }) {
  const { text } = useText()
  const about = { noun: 'couponTemplates', fields, row } as const
  const nothing = { amount: '–', rate: '–', ratio: '–' } as const
  const without = (Object.keys(nothing) as (keyof typeof nothing)[]).filter((name) => row[name] === null)
  return (
    <>
      <RowActs
        noun="couponTemplates"
        listing={listing}
        page="coupons"
        row={row}
        also={['couponTemplates.openIssued']}
      />
      <div className={styles.facts}>
        <Panel title={text('couponTemplates.detail')}>
          <RowFacts
            {...about}
            instead={Object.fromEntries(without.map((name) => [name, nothing[name]]))}
            show={[
              ...(['id', 'kind', 'amountType', 'discountType', 'amount', 'rate', 'ratio'] as const),
              ...(['applicable', 'validDays', 'maker', 'createdAt'] as const),
            ]}
          />
        </Panel>
        <Panel title={text('couponTemplates.statistics')}>
          <RowFacts
            {...about}
            show={['issued', 'unused', 'locked', 'used', 'expired', 'revoked', 'discount', 'orders']}
          />
        </Panel>
      </div>
    </>
  )
}

/** One template of coupons: what they are worth, and what became of those that were issued. */
export const CouponTemplatePage = () => (
  <OneRow<CouponTemplate> listing={couponTemplates.list} name={({ name }) => name}>
    {(row) => <Template row={row} />}
  </OneRow>
)
