import { account, revealFields } from '#contract/account.ts'
import { useCall } from '#src/call/queries.ts'
import { useText } from '#src/locale/text.ts'
import { Answered } from '#src/ui/Answered.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { RowTable } from '#src/ui/RowTable.tsx'

/** Personal data that one had shown to oneself. */
export function Reveals() {
  const { text, say } = useText()
  const mine = useCall(account.reveals, {}, { quiet: true })
  return (
    <Panel title={text('account.reveals')}>
      <Answered query={mine}>
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
      </Answered>
    </Panel>
  )
}
