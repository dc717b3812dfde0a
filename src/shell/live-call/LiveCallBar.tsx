import { Link } from 'wouter'
import { isLiveCall, type LiveCall } from '#contract/calls.ts'
import { collectionCase } from '#contract/cases.ts'
import { customer } from '#contract/customers.ts'
import { recordPath } from '#contract/kernel/subject.ts'
import { ticket } from '#contract/tickets.ts'
import { PageCommand } from '#src/command/run/PageCommands.tsx'
import { formatDuration } from '#src/locale/format.ts'
import { useText, worded } from '#src/locale/text.ts'
import { useServerTime } from '#src/session/clock.ts'
import { announce } from '#src/ui/feedback/announcer.ts'
import styles from './LiveCallBar.module.css'
import { useCallEnded } from './use-live-call.ts'
import { usePartyTabs } from './use-party-tabs.ts'

/** How long a call has lasted: since somebody answered, else since it began; once it is over, as long as it was spoken. */
function Length({ call }: { call: LiveCall }) {
  const now = useServerTime()
  const { answeredAt, beganAt, seconds } = call
  const lasted = Math.floor((now - Date.parse(answeredAt ?? beganAt)) / 1_000)
  return (
    <span className={styles.length}>{formatDuration(isLiveCall(call) ? Math.max(0, lasted) : (seconds ?? 0))}</span>
  )
}

/** Where the other party may be opened. */
function PartyLinks({ call: { customerId, caseId, tickets } }: { call: LiveCall }) {
  const { text } = useText()
  return (
    <>
      {caseId && <Link href={recordPath(collectionCase, caseId)}>{text('calls.live.case')}</Link>}
      {customerId && <Link href={recordPath(customer, customerId)}>{text('calls.live.customer')}</Link>}
      {tickets.map(({ id, title }) => (
        <Link key={id} className={styles.ticket} href={recordPath(ticket, id)}>
          {title}
        </Link>
      ))}
    </>
  )
}

/** The line of a call that is under way, or has just ended: how it stands, how long, with whom. */
export function LiveCallBar({ call }: { call: LiveCall }) {
  const { text, say } = useText()
  usePartyTabs(call)
  const stateOf = (one: LiveCall) => say(`calls.state.${one.state}`)
  useCallEnded((ended) => announce(`${stateOf(ended)} ${formatDuration(ended.seconds ?? 0)}`))
  const live = isLiveCall(call)
  const party = call.name ?? (call.direction === 'in' ? text('calls.live.unknown') : '')
  return (
    <section className={styles.bar} data-live={live || undefined} aria-label={text('calls.live')}>
      <span role="status" className={styles.state}>
        {call.direction === 'in' && live ? `${text('calls.live.in')} · ` : ''}
        {stateOf(call)}
      </span>
      <Length call={call} />
      <strong className={styles.party}>{party}</strong>
      {call.failure && <span className={styles.failure}>{worded('reasons', call.failure)}</span>}
      <PartyLinks call={call} />
      {live && <PageCommand id="calls.hangUp" />}
    </section>
  )
}
