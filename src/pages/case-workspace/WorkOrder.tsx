import { useEffect } from 'react'
import { loadViews, viewTitle } from '#src/grid/model/views.ts'
import { useText } from '#src/locale/text.ts'
import { preferences } from '#src/session/preferences.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './WorkOrder.module.css'
import { openCases, useOrdersOfWork } from './work-order.ts'

/** Says by which view of open cases somebody works, from now on and wherever they sign in, and has another chosen. */
export function WorkOrder({ onChosen }: { onChosen(): void }) {
  const { text } = useText()
  const { views, chosen } = useOrdersOfWork()
  useEffect(() => void loadViews(), [])
  const choose = (view: string) => {
    preferences.orderOfWork = view
    onChosen()
  }
  return (
    <label className={styles.order} title={text('caseWorkspace.order.hint')}>
      {text('caseWorkspace.order')}
      <select
        data-field="order"
        aria-keyshortcuts="s"
        value={chosen}
        onChange={({ target }) => choose(target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
      >
        <option value="">{text('caseWorkspace.order.usual')}</option>
        {views.map((view) => (
          <option key={view.name} value={view.name}>
            {viewTitle(openCases, view)}
          </option>
        ))}
      </select>
      <Kbd keys="s" quiet />
    </label>
  )
}
