import type { CaseWorkspace } from '#contract/case-workspace.ts'
import type { ContactPermission, ContactRules } from '#contract/contact-rules.ts'
import { isUsable } from '#contract/follow-up-rules.ts'
import { type ContactNumber, ownNumber } from '#contract/follow-ups.ts'
import { toInstant } from '#contract/kernel/calendar.ts'
import type { Instant } from '#contract/kernel/values.ts'
import { useText } from '#src/locale/text.ts'
import { useServerTime } from '#src/session/clock.ts'
import { useLiveCall } from '#src/shell/live-call/use-live-call.ts'
import { useMoment } from './use-moment.ts'
import styles from './Workspace.module.css'

/** Hours that the bar shows, from and to. */
const [barFrom, barTo] = [6 / 24, 22 / 24]

/** The contact hours of today, and where in them it is now. */
function WindowBar({ window }: { window: NonNullable<ContactRules['window']> }) {
  const now = useServerTime()
  const moment = useMoment()
  const partOf = (at: Instant) => {
    const [hours, minutes] = moment(at).slice(-5).split(':').map(Number) as [number, number] // as it is formatted
    return (hours * 60 + minutes) / 1_440
  }
  const place = (part: number) =>
    `${(Math.min(1, Math.max(0, (part - barFrom) / (barTo - barFrom))) * 100).toFixed(2)}%`
  const [from, to] = [partOf(window.from), partOf(window.to)]
  const at = partOf(toInstant(new Date(now)))
  return (
    <div className={styles.bar} aria-hidden="true">
      <i style={{ insetInlineStart: place(from), insetInlineEnd: `calc(100% - ${place(to)})` }} />
      <b style={{ insetInlineStart: place(at) }} />
    </div>
  )
}

/** Whether somebody may be reached in a way now; else from when on, and why not. */
function Permission({ of: { rule, reason, opensAt } }: { of: ContactPermission }) {
  const { text } = useText()
  const moment = useMoment()
  if (!rule) return <span data-tone="good">{text('caseWorkspace.contact.now')}</span>
  const when = opensAt
    ? text('caseWorkspace.contact.opens', { at: moment(opensAt, true) })
    : text('caseWorkspace.contact.shut')
  return (
    <span data-tone="warn" title={reason ?? undefined}>
      {when}
    </span>
  )
}

/** One number: whose, how much of it is told, and what may be done with it. */
function NumberRow({ of, ways, chosen }: { of: ContactNumber; ways: ContactRules['ways']; chosen: boolean }) {
  const { text, word } = useText()
  const { number, name, relation, phone, mark } = of
  const own = number === ownNumber
  const call = ways.find(({ way }) => way === 'call')
  const whatsApp = ways.find(({ way }) => way === 'whatsApp')
  return (
    <tr aria-current={chosen || undefined} data-marked={!isUsable(mark, 'phone') || undefined}>
      <th scope="row">
        {own
          ? text('caseWorkspace.contact.self')
          : [name, relation && word('vocabularies.relation', relation)].filter(Boolean).join(', ')}
      </th>
      <td className={styles.data}>{phone}</td>
      <td>
        {mark && <span data-tone="bad">{word('followUps.mark', mark)} </span>}
        {!own && text('caseWorkspace.contact.locate')}
        {own && isUsable(mark, 'phone') && call && <Permission of={call} />}
        {own && isUsable(mark, 'whatsApp') && whatsApp && (
          <>
            {' · WhatsApp '}
            <Permission of={whatsApp} />
          </>
        )}
      </td>
    </tr>
  )
}

function Count({ contacts: count, contactsMax: max }: ContactRules) {
  const { text, say } = useText()
  if (max === null) return say('caseWorkspace.contact.countFree', { count })
  return text('caseWorkspace.contact.count', { count, max })
}

/** By which numbers the customer may be reached, within the rules of the country and the day. */
export function ContactPanel({ detail, number }: { detail: CaseWorkspace; number: string }) {
  const { text, word, say } = useText()
  const moment = useMoment()
  const { contact, numbers, lastAnswer } = detail
  const live = useLiveCall(detail.case.id)
  const [call] = contact.ways
  const { window } = contact
  return (
    <section className={styles.part} aria-labelledby="contact">
      <div className={styles.partHead}>
        <h2 id="contact">{text('caseWorkspace.contact')}</h2>
        {call?.rule || !window ? (
          <span data-tone="warn">{call?.reason ?? text('caseWorkspace.contact.shut')}</span>
        ) : (
          <span data-tone="good">
            {text('caseWorkspace.contact.openUntil', { time: moment(window.to, true).slice(-5) })}
          </span>
        )}
        <span className={styles.quiet}>
          <Count {...contact} />
        </span>
      </div>
      <div className={styles.box}>
        {window && <WindowBar window={window} />}
        <table className={styles.numbers}>
          <tbody>
            {numbers.map((one) => (
              <NumberRow key={one.number} of={one} ways={contact.ways} chosen={one.number === number} />
            ))}
          </tbody>
        </table>
        <p className={styles.quiet}>
          {lastAnswer
            ? text('caseWorkspace.contact.answered', {
                at: moment(lastAnswer.at),
                way: word('followUps.way', lastAnswer.way),
              })
            : text('caseWorkspace.contact.neverAnswered')}
        </p>
        {live && (
          <p role="status">
            {text('calls.noun')}: {say(`calls.state.${live.state}`)}
          </p>
        )}
      </div>
    </section>
  )
}
