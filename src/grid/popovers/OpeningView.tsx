import { useState } from 'react'
import { useText } from '#src/locale/text.ts'
import type { Grid } from '../define.ts'
import {
  chosenOpening,
  type NamedView,
  setOpeningView,
  useSavedViews,
  useViews,
  viewsForRole,
  viewTitle,
} from '../model/views.ts'
import styles from './Panel.module.css'

interface ChoiceProps {
  readonly grid: Grid
  readonly label: string
  readonly views: readonly NamedView[]
  readonly value: string | null
  onChoose(view: string | null): void
}

/** Which of some views a list opens with; none: the usual one. */
function Choice({ grid, label, views, value, onChoose }: ChoiceProps) {
  const { text } = useText()
  return (
    <label className={styles.row}>
      {label}
      <select value={value ?? ''} onChange={({ target }) => onChoose(target.value || null)}>
        <option value="">{text('grid.opensUsual')}</option>
        {views.map((view) => (
          <option key={view.name} value={view.name}>
            {viewTitle(grid, view)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Which view the list opens with for everybody of a role. */
function ForRole({ grid }: { grid: Grid }) {
  const { text } = useText()
  const { roles } = useSavedViews()
  const [chosen, setChosen] = useState(roles[0]?.id)
  if (!chosen) return null
  return (
    <>
      <label className={styles.row}>
        {text('grid.viewRole')}
        <select value={chosen} onChange={({ target }) => setChosen(roles.find(({ id }) => id === target.value)?.id)}>
          {roles.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Choice
        grid={grid}
        label={text('grid.opensForRole')}
        views={viewsForRole(grid, chosen)}
        value={chosenOpening(grid, 'role', chosen)}
        onChoose={(view) => void setOpeningView(grid, view, chosen)}
      />
    </>
  )
}

/** Which view the list opens with: for oneself, and for a role where one sees to that. */
export function OpeningView({ grid }: { grid: Grid }) {
  const { text } = useText()
  const views = useViews(grid)
  return (
    <>
      <Choice
        grid={grid}
        label={text('grid.opensWith')}
        views={views}
        value={chosenOpening(grid, 'own')}
        onChoose={(view) => void setOpeningView(grid, view)}
      />
      <ForRole grid={grid} />
    </>
  )
}
