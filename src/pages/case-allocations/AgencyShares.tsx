import type { CSSProperties } from 'react'
import type { AllocationShare, AllocationStage } from '#contract/case-allocations.ts'
import { formatMoney, localeOf } from '#contract/kernel/format.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import styles from './Allocation.module.css'

interface Props {
  readonly stage: AllocationStage
  readonly shares: readonly AllocationShare[]
}

/** A share of one in a hundred, with one decimal. */
const percent = (part: number, whole: number): number => (whole > 0 ? Math.round((part / whole) * 1_000) / 10 : 0)

/** Units that are shown: agencies, and whatever below them has a weight of its own. */
const weighted = (shares: readonly AllocationShare[]) =>
  shares.filter(({ parent, weight }) => parent === null || weight !== null)

/** A unit among its siblings: its weight among those that could take cases, its part of the cases, what it is owed. */
function ShareRow({ share, siblings }: { share: AllocationShare; siblings: readonly AllocationShare[] }) {
  const { text, word } = useText()
  const language = useLanguage()
  const { unit, weight, cases, amount, creditBefore, creditAfter, bar, parent } = share
  const able = siblings.filter((one) => one.bar === null)
  const sum = (of: (one: AllocationShare) => number) => able.reduce((all, one) => all + of(one), 0)
  const part = percent(
    cases,
    sum((one) => one.cases),
  )
  const tick = percent(
    weight ?? 0,
    sum((one) => one.weight ?? 0),
  )
  const signed = (credit: number) => (credit > 0 ? `+${credit}` : String(credit))
  return (
    <tr data-out={bar !== null || undefined}>
      <th scope="row" data-below={parent !== null || undefined}>
        {unit.name}
      </th>
      <td data-end>{weight ?? '–'}</td>
      <td className={styles.barCell}>
        {bar ? (
          <span className={styles.bar}>{word('caseAllocations.bar', bar)}</span>
        ) : (
          <span
            className={styles.track}
            style={{ '--part': `${part}%`, '--tick': `${tick}%` } as CSSProperties}
            title={text('caseAllocations.barHint')}
          />
        )}
      </td>
      <td data-end>
        <strong>{cases.toLocaleString(localeOf(language))}</strong>
      </td>
      <td data-end>{part.toLocaleString(localeOf(language), { minimumFractionDigits: 1 })}</td>
      <td data-end>{formatMoney(amount, language)}</td>
      <td data-end>
        {percent(
          amount.minor,
          sum((one) => one.amount.minor),
        ).toLocaleString(localeOf(language), { minimumFractionDigits: 1 })}
      </td>
      <td data-end>
        {signed(creditBefore)} → {signed(creditAfter)}
      </td>
    </tr>
  )
}

const headings = ['agency', 'weight', null, 'casesCount', 'share', 'amount', 'amountShare', 'credit'] as const
const rightward: readonly unknown[] = ['weight', 'casesCount', 'share', 'amount', 'amountShare', 'credit']

/** The units that shared the cases of a stage: part of the cases against weight. */
export function AgencyShares({ stage, shares }: Props) {
  const { text } = useText()
  return (
    <section>
      <h2>
        {text('caseAllocations.agenciesIn', { stage: stage.name })} <small>{text('caseAllocations.barHint')}</small>
      </h2>
      <div className={styles.panel}>
        <table className={styles.table}>
          <thead>
            <tr>
              {headings.map((heading) =>
                heading === null ? (
                  <td key="bar" />
                ) : (
                  <th key={heading} scope="col" data-end={rightward.includes(heading) || undefined}>
                    {text(`caseAllocations.${heading}`)}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {weighted(shares).map((share) => (
              <ShareRow
                key={share.unit.id}
                share={share}
                siblings={shares.filter(({ parent }) => parent === share.parent)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
