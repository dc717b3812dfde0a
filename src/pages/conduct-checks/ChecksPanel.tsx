import { grids } from '#src/catalogue.ts'
import { useText } from '#src/locale/text.ts'
import { ListTab } from '#src/pages/records/tabs/ListTab.tsx'
import { may } from '#src/session/base/session.ts'
import { Panel } from '#src/ui/Panel.tsx'

interface Props {
  /** The field by which checks name the call. */
  readonly field: 'callId' | 'recordId'
  readonly id: string
}

/** What was found of a call, where it was drawn to be listened to and the reader may know. */
export function ChecksPanel(call: Props) {
  const { text } = useText()
  const grid = grids.find(({ page }) => page === 'conductChecks')
  if (!grid || !may('conductChecks')) return null
  const title = text('menu.conductChecks')
  return (
    <Panel title={title}>
      <ListTab grid={grid} title={title} {...call} />
    </Panel>
  )
}
