import { account, revealFields } from '#contract/account.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { useCall } from '#src/call/query-client.ts'
import { useText } from '#src/locale/text.ts'
import { RowTable } from '#src/ui/data/RowTable.tsx'
import { Panel } from '#src/ui/Panel.tsx'

/** Personal data that one had shown to oneself. */
export function RevealsPanel() {
  const { text, say } = useText()
  const mine = useCall(account.reveals, {})
  return (
    <Panel title={text('account.reveals')}>
      <QueryResult query={mine}>
        {({ reveals }) => (
          <RowTable
            name={text('account.reveals')}
            noun="account"
            fields={revealFields}
            rows={reveals.map((row) => ({ ...row, command: say(row.command) }))}
            show={['at', 'command', 'objectId', 'reason', 'outcome']}
            id={(row) => row.id}
            empty={text('account.reveals.none')}
          />
        )}
      </QueryResult>
    </Panel>
  )
}
