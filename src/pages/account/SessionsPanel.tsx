import { account, type OpenSession } from '#contract/account.ts'
import { deviceOf } from '#contract/device.ts'
import { call } from '#src/call/call.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { invalidate, useCall } from '#src/call/query-client.ts'
import { showError } from '#src/call/show-error.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { DescriptionList } from '#src/ui/data/DescriptionList.tsx'
import { Value } from '#src/ui/data/Value.tsx'
import { toast } from '#src/ui/feedback/toast.ts'
import { Panel } from '#src/ui/Panel.tsx'
import styles from './Account.module.css'

const instant = { kind: 'instant' } as const

/** Ends sessions, says how many, and shows what is left. */
function useEndSession() {
  const { say } = useText()
  return async (end: () => Promise<number>) => {
    try {
      toast('good', say('account.sessions.ended', { count: await end() }))
    } catch (error) {
      showError(error)
    }
    invalidate(['account'])
  }
}

function SessionItem({ id, current, agent, ip, startedAt, lastSeenAt }: OpenSession) {
  const { text } = useText()
  const end = useEndSession()
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
      <DescriptionList
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
export function SessionsPanel() {
  const { text } = useText()
  const end = useEndSession()
  const open = useCall(account.sessions, {})
  const endOthers = () => end(async () => (await call(account.endOtherSessions, {})).ended)
  return (
    <Panel title={text('account.sessions')}>
      <QueryResult query={open}>
        {({ sessions }) => (
          <div className={styles.form}>
            <ul className={styles.sessions}>
              {sessions.map((one) => (
                <SessionItem key={one.id} {...one} />
              ))}
            </ul>
            {sessions.length > 1 && (
              <div className={styles.acts}>
                <Button onClick={() => void endOthers()}>{text('account.sessions.endOthers')}</Button>
              </div>
            )}
          </div>
        )}
      </QueryResult>
    </Panel>
  )
}
