import type { RefObject } from 'react'
import { duty } from '#contract/duty.ts'
import { PageCommand } from '#src/command/run/PageCommands.tsx'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import { weekNumber } from './duty-text.ts'
import styles from './Toolbar.module.css'
import { dutyViews } from './use-duty-address.ts'
import type { DutyBoardState } from './use-duty-board.ts'

interface Props {
  readonly board: DutyBoardState
  readonly name: RefObject<HTMLInputElement | null>
}

/** Which people are shown: of an agency, of a group, with a stage, by name. */
function Filters({ board: { week, address, show }, name }: Props) {
  const { text } = useText()
  const own = new Set<string>(week.people.map(({ unit }) => unit))
  const choices = {
    agency: week.units.filter(({ isAgency }) => isAgency),
    group: week.units.filter(({ id }) => own.has(id)),
    stage: week.stages,
  }
  return (
    <search className={styles.filters} aria-label={text('duty.filter')}>
      {(['agency', 'group', 'stage'] as const).map((field) => (
        <label key={field}>
          {text(`duty.${field}`)}
          <select value={address[field] ?? ''} onChange={({ target }) => show({ [field]: target.value || undefined })}>
            <option value="">{text('duty.all')}</option>
            {choices[field].map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      ))}
      <label>
        {text('duty.name')}
        <input
          ref={name}
          type="search"
          value={address.name ?? ''}
          onChange={({ target }) => show({ name: target.value || undefined })}
          onKeyDown={({ key }) => (key === 'Enter' || key === 'Escape') && name.current?.blur()}
        />
        <Kbd keys="/" quiet />
      </label>
    </search>
  )
}

/** The week before, this one, the next one. */
function Weeks({ board: { week, goWeeks, goToday } }: Pick<Props, 'board'>) {
  const { text } = useText()
  return (
    <div className={styles.weeks}>
      <Button aria-label={text('duty.previousWeek')} onClick={() => goWeeks(-1)}>
        <Kbd keys="[" />
      </Button>
      <Button onClick={goToday} title={text('duty.thisWeek')}>
        {text('duty.weekNumber', { week: weekNumber(week.days[0]!) })}
      </Button>
      <Button aria-label={text('duty.nextWeek')} onClick={() => goWeeks(1)}>
        <Kbd keys="]" />
      </Button>
    </div>
  )
}

/** What cells can be made: for whoever has no keyboard in mind. */
function Edits({ board: { set, toggle, copyCells, undo, address } }: Pick<Props, 'board'>) {
  const { text, word } = useText()
  return (
    <fieldset className={styles.edits} aria-label={text('duty.acts')}>
      <Button onClick={toggle}>
        {text('duty.toggle')} <Kbd keys="space" />
      </Button>
      {address.view !== 'pattern' && (
        <>
          {(['leave', 'sick', 'course'] as const).map((one) => (
            <Button key={one} onClick={() => set(one)}>
              {word('duty.duty', one)} <Kbd keys={one === 'leave' ? 'l' : one === 'sick' ? 's' : 'c'} />
            </Button>
          ))}
          <Button onClick={copyCells}>
            {text('duty.lastWeek')} <Kbd keys="w" />
          </Button>
        </>
      )}
      <Button onClick={undo}>
        {text('duty.undo')} <Kbd keys="u" />
      </Button>
    </fieldset>
  )
}

/** What the marks of a cell mean. */
function Legend() {
  const { text } = useText()
  return (
    <p className={styles.legend}>
      <span>
        <i className={styles.corner} aria-hidden="true" /> {text('duty.dated')}
      </span>
      <span>
        <i className={styles.dot} aria-hidden="true" /> {text('duty.changed')}
      </span>
    </p>
  )
}

/** Which view is shown, by a button and a digit each. */
function Views({ board: { address, show } }: Pick<Props, 'board'>) {
  const { text } = useText()
  return (
    <div className={styles.views}>
      {dutyViews.map((view, i) => (
        <Button
          key={view}
          tone={address.view === view ? 'plain' : 'quiet'}
          aria-pressed={address.view === view}
          onClick={() => show({ view })}
        >
          {text(`duty.view.${view}`)} <Kbd keys={(['1', '2', '3'] as const)[i]!} />
        </Button>
      ))}
    </div>
  )
}

/** What stands over the grid: which people, which week, which view, and what their cells can be made. */
export function DutyToolbar({ board, name }: Props) {
  const { text } = useText()
  return (
    <header className={styles.top}>
      <div className={styles.line}>
        <h1>{text('menu.duty')}</h1>
        <small>{board.people.length}</small>
        <Filters board={board} name={name} />
        <Weeks board={board} />
        <PageCommand id="duty.openImport" label="duty.import" />
        <PageCommand id="duty.exportSheet" label="grid.export" />
      </div>
      <div className={styles.line}>
        <Views board={board} />
        {may(duty.save.requires) && <Edits board={board} />}
        <Legend />
      </div>
    </header>
  )
}
