import { account, type Deputation } from '#contract/account.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { commandOf } from '#src/command/registry.ts'
import { startCommand } from '#src/command/run/executor.ts'
import { useCountry } from '#src/locale/country.ts'
import { formatInstant } from '#src/locale/format.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import styles from './Account.module.css'

const start = (id: 'account.nameDeputy' | 'account.endDeputy') => void startCommand(commandOf(id)!) // commands of the catalogue

/** Somebody and the days that they stand in, or are stood in for. */
function Days({ deputation: { who, since, until } }: { deputation: Deputation }) {
  const country = useCountry()
  return (
    <>
      {who.name} · {formatInstant(since, country)} – {formatInstant(until, country)}
    </>
  )
}

/** Who approves while one is away, and for whom one does. */
export function DeputyPanel() {
  const { text } = useText()
  const deputies = useCall(account.deputies, {})
  return (
    <Panel title={text('account.deputies')}>
      <QueryResult query={deputies}>
        {({ own, standsInFor }) => (
          <div className={styles.form}>
            <p className={styles.says}>{text('account.deputies.says')}</p>
            {own && (
              <p>
                <Days deputation={own} />
              </p>
            )}
            {standsInFor.map((one) => (
              <p key={one.who.id}>
                {text('account.standsInFor')}: <Days deputation={one} />
              </p>
            ))}
            <div className={styles.acts}>
              <Button onClick={() => start('account.nameDeputy')}>{text('account.nameDeputy')}</Button>
              {own && <Button onClick={() => start('account.endDeputy')}>{text('account.endDeputy')}</Button>}
            </div>
          </div>
        )}
      </QueryResult>
    </Panel>
  )
}
