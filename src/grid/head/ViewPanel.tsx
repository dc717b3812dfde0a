import { type FormEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { personalIn } from '#contract/kernel/query/personal.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { TextField } from '#src/ui/Field.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import type { Sheet } from '../sheet.ts'
import {
  forgetView,
  isSaved,
  openingView,
  openWith,
  savedMax,
  saveView,
  useViews,
  viewNameMax,
  viewTitle,
} from '../views.ts'
import styles from './Panel.module.css'

/** Why what is shown cannot be saved, if it cannot. */
function useHindrance({ state, reader, grid }: Sheet, title: string): string | null {
  const { text } = useText()
  const { applied } = useSnapshot(state)
  const saved = useViews(grid).filter((view) => view.saved)
  if (personalIn(applied.query, reader).length > 0) return text('grid.viewPersonal')
  const full = saved.length >= savedMax && !saved.some((view) => viewTitle(grid, view) === title)
  return full ? text('grid.viewsFull', { max: savedMax }) : null
}

/** Which view the list opens with. */
function Opens({ sheet: { grid } }: { sheet: Sheet }) {
  const { text } = useText()
  const views = useViews(grid)
  return (
    <label className={styles.row}>
      {text('grid.opensWith')}
      <select value={openingView(grid) ?? ''} onChange={({ target }) => openWith(grid, target.value)}>
        {views.map((view) => (
          <option key={view.name} value={view.name}>
            {viewTitle(grid, view)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The views that were saved, each with a button that forgets it. */
function Saved({ sheet: { grid } }: { sheet: Sheet }) {
  const { text } = useText()
  const saved = useViews(grid).filter((view) => view.saved)
  if (saved.length === 0) return null
  return (
    <ul aria-label={text('grid.savedViews')}>
      {saved.map((view) => {
        const title = viewTitle(grid, view)
        return (
          <li key={view.name} className={styles.row}>
            {title}
            <IconButton label={text('grid.forgetView', { view: title })} onClick={() => forgetView(grid, view.name)}>
              ×
            </IconButton>
          </li>
        )
      })}
    </ul>
  )
}

/** Saves what is shown as a view of one's own, and says with which view the list opens. */
export function ViewPanel({ sheet, onClose }: { sheet: Sheet; onClose(): void }) {
  const { text } = useText()
  const { state, grid } = sheet
  const [title, setTitle] = useState(() =>
    isSaved(state.view) ? viewTitle(grid, { name: state.view ?? '', saved: true }) : '',
  )
  const hindrance = useHindrance(sheet, title.trim())
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (hindrance || title.trim() === '') return
    state.view = saveView(grid, title.trim(), { query: state.applied.text, layout: state.layout })
    sheet.addressed?.('applied')
    onClose()
  }
  return (
    <div className={styles.panel}>
      <form onSubmit={save} className={styles.panel}>
        <TextField
          label={text('grid.viewName')}
          value={title}
          maxLength={viewNameMax}
          error={hindrance}
          hint={text('grid.viewHere')}
          onChange={({ target }) => setTitle(target.value)}
        />
        <Button type="submit" tone="accent" disabled={hindrance !== null || title.trim() === ''}>
          {text('grid.saveView')}
        </Button>
      </form>
      <Opens sheet={sheet} />
      <Saved sheet={sheet} />
    </div>
  )
}
