import { type FormEvent, useState } from 'react'
import { useSnapshot } from 'valtio'
import { personalTerms } from '#contract/kernel/query/tokenize.ts'
import { type Audience, viewNameMax } from '#contract/views.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { ConfirmButton } from '#src/ui/ConfirmButton.tsx'
import { TextField } from '#src/ui/Field.tsx'
import type { GridModel } from '../model/grid-model.ts'
import { audienceText, deleteView, type NewView, saveView, useSavedViews } from '../model/views.ts'
import { OpeningView } from './OpeningView.tsx'
import styles from './Panel.module.css'

/** Why what is shown cannot be saved, if it cannot. */
function useBlocker({ state, reader }: GridModel): string | null {
  const { text } = useText()
  const { applied } = useSnapshot(state)
  return personalTerms(applied.query, reader).length > 0 ? text('grid.viewPersonal') : null
}

/** Whom a view can be saved for, as a choice: themselves, their unit, a role. */
const choiceOf = (audience: Audience, role = ''): string => `${audience} ${role}`
const chosen = (choice: string): Pick<NewView, 'audience' | 'roleId'> => {
  const [audience, role] = choice.split(' ') as [Audience, string] // as `choiceOf` writes it
  return { audience, ...(role && { roleId: role as NonNullable<NewView['roleId']> }) } // ids of the roles below
}

interface AudienceProps {
  readonly model: GridModel
  readonly value: string
  onChoose(value: string): void
}

/** Asks whom a view is for, where there is a choice. */
function Audiences({ model, value, onChoose }: AudienceProps) {
  const { text } = useText()
  const { team, roles } = useSavedViews()
  const shares = team.listings.includes(model.listing.id)
  if (!shares && roles.length === 0) return null
  return (
    <label className={styles.row}>
      {text('grid.viewFor')}
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        <option value={choiceOf('own')}>{text('grid.viewFor.own')}</option>
        {shares && <option value={choiceOf('team')}>{text('grid.viewFor.team', { name: team.name })}</option>}
        {roles.map(({ id, name }) => (
          <option key={id} value={choiceOf('role', id)}>
            {text('grid.viewFor.role', { name })}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The views that were saved and that one may change, each with a button that deletes it. */
function SavedViews({ model: { listing } }: { model: GridModel }) {
  const { text } = useText()
  const saved = useSavedViews().views.filter((view) => view.listing === listing.id && view.mayChange)
  if (saved.length === 0) return null
  return (
    <ul aria-label={text('grid.savedViews')}>
      {saved.map((view) => (
        <li key={view.id} className={styles.row}>
          <span>
            {view.title} <small>{view.audience !== 'own' && audienceText(view)}</small>
          </span>
          <ConfirmButton
            label={text('grid.forgetView', { view: view.title })}
            icon="×"
            onConfirm={() => void deleteView(view)}
          >
            {text('grid.forgetView.confirm')}
          </ConfirmButton>
        </li>
      ))}
    </ul>
  )
}

/** The view that is shown, if it was saved and may be saved again: that is what is offered. */
function useOffered({ state, listing }: GridModel) {
  const known = useSavedViews().views.find(({ id, mayChange }) => id === state.view && mayChange)
  const mine = known?.listing === listing.id ? known : null
  const role = mine?.audience === 'role' ? mine.of.id : ''
  return { title: mine?.title ?? '', choice: choiceOf(mine?.audience ?? 'own', role) }
}

/** Saves what is shown as a view, and says with which view the list opens. */
export function SaveViewPanel({ model, onClose }: { model: GridModel; onClose(): void }) {
  const { text } = useText()
  const { state, grid } = model
  const offered = useOffered(model)
  const [title, setTitle] = useState(offered.title)
  const [choice, setChoice] = useState(offered.choice)
  const blocker = useBlocker(model)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (blocker || title.trim() === '') return
    const what = { title: title.trim(), query: state.applied.text, layout: state.layout }
    const view = await saveView(grid, { ...what, ...chosen(choice) })
    if (!view) return
    if (view.saved?.mine) {
      state.view = view.name
      model.onUrlChange?.('applied')
    }
    onClose()
  }
  return (
    <div className={styles.panel}>
      <form onSubmit={(event) => void save(event)} className={styles.panel}>
        <TextField
          label={text('grid.viewName')}
          value={title}
          maxLength={viewNameMax}
          error={blocker}
          onChange={({ target }) => setTitle(target.value)}
        />
        <Audiences model={model} value={choice} onChoose={setChoice} />
        <Button type="submit" tone="accent" disabled={blocker !== null || title.trim() === ''}>
          {text('grid.saveView')}
        </Button>
      </form>
      <OpeningView grid={grid} />
      <SavedViews model={model} />
    </div>
  )
}
