import { type CouponTemplate, couponTemplates } from '#contract/coupons.ts'
import { useText } from '#src/locale/text.ts'
import { ListingRecordPage } from './ListingRecordPage.tsx'
import styles from './Record.module.css'
import { DescriptionPanel } from './RecordPanels.tsx'

const { fields } = couponTemplates.list

function Facts({ row }: { row: CouponTemplate }) {
  const { text } = useText()
  const about = { noun: 'couponTemplates', fields, row } as const
  const nothing = { amount: '–', rate: '–', ratio: '–' } as const
  const without = (Object.keys(nothing) as (keyof typeof nothing)[]).filter((name) => row[name] === null)
  return (
    <div className={styles.facts}>
      <DescriptionPanel
        {...about}
        title={text('couponTemplates.detail')}
        instead={Object.fromEntries(without.map((name) => [name, nothing[name]]))}
        show={[
          ...(['id', 'kind', 'amountType', 'discountType', 'amount', 'rate', 'ratio'] as const),
          ...(['applicable', 'validDays', 'maker', 'createdAt'] as const),
        ]}
      />
      <DescriptionPanel
        {...about}
        title={text('couponTemplates.statistics')}
        show={['issued', 'unused', 'locked', 'used', 'expired', 'revoked', 'discount', 'orders']}
      />
    </div>
  )
}

/** One template of coupons: what they are worth, and what became of those that were issued. */
export const CouponTemplatePage = () => (
  <ListingRecordPage<CouponTemplate>
    listing={couponTemplates.list}
    name={({ name }) => name}
    page="coupons"
    also={['couponTemplates.openIssued']}
  >
    {(row) => <Facts row={row} />}
  </ListingRecordPage>
)
