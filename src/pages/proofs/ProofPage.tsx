import { Link } from 'wouter'
import type { IdOf } from '#contract/kernel/values.ts'
import { loans } from '#contract/loans/calls.ts'
import { type Proof, proofs } from '#contract/proofs.ts'
import { useCall } from '#src/call/queries.ts'
import { useText } from '#src/locale/text.ts'
import { RowActs } from '#src/pages/records/RowActs.tsx'
import { useRecordId } from '#src/pages/records/useRecordId.ts'
import { may } from '#src/session/session.ts'
import { Answered } from '#src/ui/Answered.tsx'
import { RowFacts } from '#src/ui/Facts.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Page, PageHead, Title } from '#src/ui/Page.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { Value } from '#src/ui/Value.tsx'
import { Picture } from './Picture.tsx'
import styles from './Proofs.module.css'

const { fields } = proofs.list
const stateField = fields.find(({ name }) => name === 'state')!

function Head({ proof }: { proof: Proof }) {
  const { loanId } = proof
  return (
    <PageHead>
      <Title id={proof.id} />
      <Value of={stateField} value={proof.state} />
      {may(loans.detail.may) ? <Link href={`/detail?id=${loanId}`}>{loanId}</Link> : <span>{loanId}</span>}
    </PageHead>
  )
}

function Facts({ proof }: { proof: Proof }) {
  const { text } = useText()
  const show = [
    ...(['amount', 'name', 'phone', 'paidOn', 'channel', 'bankCode', 'utr', 'upi', 'matched', 'source'] as const),
    ...(['maker', 'submittedAt', 'duplicateOf', 'handler', 'handledAt', 'reason'] as const),
    ...(['writeOffId', 'writeOffState', 'loanState'] as const),
  ].filter((name) => proof[name] !== null)
  return (
    <Panel title={text('proofs.detail')}>
      <RowFacts noun="proofs" fields={fields} row={proof} show={show} />
    </Panel>
  )
}

function ProofOf({ id }: { id: string }) {
  const { text } = useText()
  const detail = useCall(proofs.detail, { id: id as IdOf<'proof'> }, { quiet: true }) // whether it is one, the server knows
  return (
    <Answered query={detail}>
      {({ proof, images }) => (
        <Page>
          <Head proof={proof} />
          <RowActs noun="proofs" listing={proofs.list.id} page="proofs" row={proof} />
          <div className={styles.proof}>
            <Facts proof={proof} />
            <Panel title={text('proofs.images')}>
              <div className={styles.pictures}>
                {images.map((image, i) => (
                  <Picture key={image} id={image} number={i + 1} />
                ))}
              </div>
            </Panel>
          </div>
        </Page>
      )}
    </Answered>
  )
}

/** One proof of a payment, with its pictures. */
export function ProofPage() {
  const { text } = useText()
  const id = useRecordId()
  return id ? <ProofOf id={id} /> : <Notice page tone="warn" title={text('overview.noRecord')} />
}
