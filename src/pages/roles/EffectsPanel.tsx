import { useMemo, useState } from 'react'
import type { RoleGrants } from '#contract/lens.ts'
import type { Role, RoleHolder } from '#contract/roles.ts'
import { permissionedEntries } from '#src/command/lens.ts'
import { useText } from '#src/locale/text.ts'
import { Button } from '#src/ui/Button.tsx'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './Effects.module.css'
import type { RoleDraft } from './role-draft.ts'
import { type EntryEffect, type HolderEffect, type RoleEffects, roleEffects } from './role-effects.ts'

const signs = { gained: '+', lost: '−', reached: '↔' } as const
/** So many lines are shown at first. */
const shownMax = 8

/** How many gain, how many lose, and how much of it moves money. */
function Totals({ effects: { people, money } }: { effects: RoleEffects }) {
  const { text } = useText()
  const gaining = people.filter(({ gains }) => gains > 0).length
  const losing = people.filter(({ loses }) => loses > 0).length
  return (
    <dl className={styles.totals} aria-live="polite">
      <div data-change="gained">
        <dd>{gaining}</dd>
        <dt>{text('roles.gain', { count: gaining })}</dt>
      </div>
      <div data-change="lost">
        <dd>{losing}</dd>
        <dt>{text('roles.lose', { count: losing })}</dt>
      </div>
      <div data-tone={money > 0 ? 'warn' : undefined}>
        <dd>{money}</dd>
        <dt>{text('roles.overMoney', { count: money })}</dt>
      </div>
    </dl>
  )
}

/** A command or page, what becomes of it, for how many, and how many have it in any case. */
function EntryLine({ effect: { entry, change, people, others } }: { effect: EntryEffect }) {
  const { say, text } = useText()
  return (
    <li data-change={change}>
      <span role="img" aria-label={text(`roles.change.${change}`)}>
        {signs[change]}
      </span>
      <span>{say(entry.id)}</span>
      <span className={styles.number}>{people}</span>
      <small>{others > 0 && text('roles.haveIt', { count: others })}</small>
    </li>
  )
}

function HolderLine({ effect: { person, gains, loses, also } }: { effect: HolderEffect }) {
  const { text } = useText()
  return (
    <tr>
      <th scope="row">{person.name}</th>
      <td>{person.unit}</td>
      <td className={styles.number} data-change={gains > 0 ? 'gained' : undefined}>
        {gains > 0 && `+${gains}`}
      </td>
      <td className={styles.number} data-change={loses > 0 ? 'lost' : undefined}>
        {loses > 0 && `−${loses}`}
      </td>
      <td>
        <small>
          {[
            person.signedIn && text('roles.isSignedIn'),
            also.length > 0 && text('roles.also', { roles: also.join(', ') }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </td>
    </tr>
  )
}

/** The first of a list, and the rest when it is asked for. */
function useShown<Item>(items: readonly Item[]) {
  const [all, setAll] = useState(false)
  const more = all ? 0 : Math.max(0, items.length - shownMax)
  return { shown: all ? items : items.slice(0, shownMax), more, showAll: () => setAll(true) }
}

function More({ count, onShow }: { count: number; onShow(): void }) {
  const { text } = useText()
  return count > 0 ? (
    <Button tone="quiet" onClick={onShow}>
      {text('roles.more', { count })}
    </Button>
  ) : null
}

interface Props {
  readonly edited: Role | null
  readonly saved: RoleDraft
  readonly draft: RoleDraft
  readonly people: readonly RoleHolder[]
  readonly roles: readonly RoleGrants[]
  readonly editable: boolean
  /** None while there is nothing to save, or something is missing. */
  readonly onSave: (() => void) | null
  readonly onDiscard: (() => void) | null
}

/** Who gains and who loses what by what is not saved yet, by command and by person; and the way to save it. */
export function EffectsPanel({ edited, saved, draft, people, roles, editable, onSave, onDiscard }: Props) {
  const { text } = useText()
  const effects = useMemo(
    () =>
      roleEffects({ roleId: edited?.id ?? '', before: saved, after: draft, people, roles, all: permissionedEntries() }),
    [edited, saved, draft, people, roles],
  )
  const entries = useShown(effects.entries)
  const touched = effects.people.filter(({ gains, loses }) => gains + loses > 0)
  const holders = useShown(touched.length > 0 ? touched : effects.people)
  return (
    <aside className={styles.effects} aria-label={text('roles.effects')}>
      <h2>{text('roles.effects')}</h2>
      <Totals effects={effects} />
      <h3>{text('roles.byCommand')}</h3>
      {effects.entries.length === 0 ? (
        <p className={styles.quiet}>{text('roles.nothingChanges')}</p>
      ) : (
        <ul className={styles.entries}>
          {entries.shown.map((effect) => (
            <EntryLine key={`${effect.entry.id} ${effect.change}`} effect={effect} />
          ))}
        </ul>
      )}
      <More count={entries.more} onShow={entries.showAll} />
      <h3>
        {text('roles.byPerson')} <small>{effects.people.length}</small>
      </h3>
      <table className={styles.holders}>
        <tbody>
          {holders.shown.map((effect) => (
            <HolderLine key={effect.person.id} effect={effect} />
          ))}
        </tbody>
      </table>
      <More count={holders.more} onShow={holders.showAll} />
      {editable && (
        <div className={styles.buttons}>
          <Button onClick={onDiscard ?? undefined} disabled={!onDiscard}>
            {text('roles.discard')}
          </Button>
          <Button tone="accent" onClick={onSave ?? undefined} disabled={!onSave}>
            {text('roles.edit')} <Kbd keys="mod+enter" />
          </Button>
        </div>
      )}
    </aside>
  )
}
