import { type Proof, proofs } from '#contract/proofs.ts'
import { useText } from '#src/locale/text.ts'
import { Panel } from '#src/ui/Panel.tsx'
import { LoanLink } from '../records/LoanLink.tsx'
import { RecordActions } from '../records/RecordActions.tsx'
import { RecordPage } from '../records/RecordPage.tsx'
import { DescriptionPanel } from '../records/RecordPanels.tsx'
import { ProofImage } from './ProofImage.tsx'
import styles from './Proofs.module.css'

const { fields } = proofs.list

function Facts({ proof }: { proof: Proof }) {
  const { text } = useText()
  const show = [
    ...(['amount', 'name', 'phone', 'paidOn', 'channel', 'bankCode', 'utr', 'upi', 'matched', 'source'] as const),
    ...(['maker', 'submittedAt', 'duplicateOf', 'handler', 'handledAt', 'reason'] as const),
    ...(['writeOffId', 'writeOffState', 'loanState'] as const),
  ].filter((name) => proof[name] !== null)
  return <DescriptionPanel title={text('proofs.detail')} noun="proofs" fields={fields} row={proof} show={show} />
}

/** One proof of a payment, with its pictures. */
export function ProofPage() {
  const { text } = useText()
  return (
    <RecordPage
      endpoint={proofs.detail}
      record={({ proof }) => proof}
      fields={fields}
      beside={({ loanId }) => <LoanLink id={loanId} otherwise="id" />}
    >
      {(proof, { images }) => (
        <>
          <RecordActions noun="proofs" listing={proofs.list.id} page="proofs" row={proof} />
          <div className={styles.proof}>
            <Facts proof={proof} />
            <Panel title={text('proofs.images')}>
              <div className={styles.pictures}>
                {images.map((image, i) => (
                  <ProofImage key={image} id={image} number={i + 1} />
                ))}
              </div>
            </Panel>
          </div>
        </>
      )}
    </RecordPage>
  )
}
