import { account, type OpenSession } from '#contract/account.ts'
import { announce } from '#src/call/announce.ts'
import { call } from '#src/call/call.ts'
import { stale, useCall } from '#src/call/queries.ts'
import { useText } from '#src/locale/text.ts'
import { Answered } from '#src/ui/Answered.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Facts } from '#src/ui/Facts.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { toast } from '#src/ui/toast.ts'
import { Value } from '#src/ui/Value.tsx'
import styles from './Account.module.css'
import { deviceOf } from './device.ts'

const instant = { kind: 'instant' } as const

/** Ends sessions, says how many, and shows what is left. */
function useEnding() {
  const { say } = useText()
  return async (end: () => Promise<number>) => {
    try {
      toast('good', say('account.sessions.ended', { count: await end() }))
    } catch (error) {
      announce(error)
    }
    stale(['account'])
  }
}

function One({ id, current, agent, ip, startedAt, lastSeenAt }: OpenSession) {
  const { text } = useText()
  const end = useEnding()
  const device = deviceOf(agent)
  const name = device ? text('account.sessions.on', { ...device }) : text('account.sessions.unknown')
  const endThis = () => end(() => call(account.endSession, { id }).then(() => 1))
  return (
    <li>
      <div className={styles.row}>
        <span className={styles.device}>{name}</span>
        {current ? (
          <span className={styles.current}>{text('account.sessions.current')}</span>
        ) : (
          <Button onClick={() => void endThis()}>{text('account.sessions.end')}</Button>
        )}
      </div>
      <Facts
        facts={[
          [text('account.sessions.ip'), <Value key="ip" of={{ kind: 'id' }} value={ip} />],
          [text('account.sessions.startedAt'), <Value key="from" of={instant} value={startedAt} />],
          [text('account.sessions.lastSeenAt'), <Value key="seen" of={instant} value={lastSeenAt} />],
        ]}
      />
    </li>
  )
}

/** Where one is signed in, and the way to end it. */
export function Sessions() {
  const { text } = useText()
  const end = useEnding()
  const open = useCall(account.sessions, {}, { quiet: true })
  const endOthers = () => end(async () => (await call(account.endOtherSessions, {})).ended)
  return (
    <Panel title={text('account.sessions')}>
      <Answered query={open}>
        {({ sessions }) => (
          <div className={styles.form}>
            <ul className={styles.sessions}>
              {sessions.map((one) => (
                <One key={one.id} {...one} />
              ))}
            </ul>
            {sessions.length > 1 && (
              <div className={styles.acts}>
                <Button onClick={() => void endOthers()}>{text('account.sessions.endOthers')}</Button>
              </div>
            )}
          </div>
        )}
      </Answered>
    </Panel>
  )
}
