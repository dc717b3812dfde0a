import { type Grant, type Rights, rightsOf } from '#contract/kernel/grants.ts'
import type { RoleGrants } from '#contract/lens.ts'
import type { RoleHolder } from '#contract/roles.ts'
import type { LensEntry } from '#src/command/lens.ts'
import { grantsIn, type RoleDraft } from './role-draft.ts'

/** What becomes of a command or a page for the people of a role. */
export interface EntryEffect {
  readonly entry: LensEntry
  /** They get it, they lose it, or they have it on other rows. */
  readonly change: 'gained' | 'lost' | 'reached'
  readonly people: number
  /** How many of the role have it in any case, by another role. */
  readonly others: number
}

/** What one of the people gains and loses. */
export interface HolderEffect {
  readonly person: RoleHolder
  readonly gains: number
  readonly loses: number
  /** What else they are: other roles, as they are called. */
  readonly also: readonly string[]
}

/** Who gains and who loses what by a change of a role. */
export interface RoleEffects {
  readonly entries: readonly EntryEffect[]
  readonly people: readonly HolderEffect[]
  /** How many of the gained commands move money, or end something for good. */
  readonly money: number
}

const movesMoney = ({ of }: LensEntry): boolean => 'risk' in of && (of.risk === 'money' || of.risk === 'irreversible')

const scopesIn = (rights: Rights, { requires }: LensEntry): string =>
  rights.may(requires) ? `may ${rights.scopesOf(requires).toSorted().join(' ')}` : ''

const changeBetween = (before: string, after: string): EntryEffect['change'] | null => {
  if (before === after) return null
  return before === '' ? 'gained' : after === '' ? 'lost' : 'reached'
}

/** Change of a role: its draft before and after, and whom it reaches. */
interface RoleChange {
  readonly roleId: string
  readonly before: RoleDraft
  readonly after: RoleDraft
  readonly people: readonly RoleHolder[]
  /** Roles that are in use, with what they grant. */
  readonly roles: readonly RoleGrants[]
  /** Every command and page that takes a right. */
  readonly all: readonly LensEntry[]
}

const inForce = (draft: RoleDraft): readonly Grant[] => (draft.state === 'enabled' ? grantsIn(draft) : [])

/** What each combination of roles makes of the change: people with the same roles gain and lose the same. */
function changesFor(others: readonly string[], { before, after, roles, all }: RoleChange) {
  const kept = roles.filter(({ id }) => others.includes(id)).flatMap(({ grants }) => grants)
  const [was, is] = [rightsOf([...kept, ...inForce(before)]), rightsOf([...kept, ...inForce(after)])]
  return all.map((entry) => changeBetween(scopesIn(was, entry), scopesIn(is, entry)))
}

/** Who gains and who loses what, by command, page and person. */
export function roleEffects(asked: RoleChange): RoleEffects {
  const { roleId, people, roles, all } = asked
  const names = new Map<string, string>(roles.map(({ id, name }) => [id, name]))
  const known = new Map<string, ReturnType<typeof changesFor>>()
  const changes = people.map(({ roles: held }) => {
    const others = held.filter((id) => id !== roleId && names.has(id))
    const key = others.join(' ')
    const one = known.get(key) ?? changesFor(others, asked)
    known.set(key, one)
    return { others, one }
  })
  // a role that nobody has yet: what whoever gets it may
  const nobody = people.length === 0 ? changesFor([], asked) : null
  const entries = all.flatMap((entry, i): EntryEffect[] =>
    (['gained', 'lost', 'reached'] as const).flatMap((change) => {
      const count = changes.filter(({ one }) => one[i] === change).length
      if (count === 0 && nobody?.[i] !== change) return []
      return { entry, change, people: count, others: people.length - count }
    }),
  )
  return {
    entries,
    people: people.map((person, i) => ({
      person,
      gains: changes[i]!.one.filter((change) => change === 'gained').length,
      loses: changes[i]!.one.filter((change) => change === 'lost').length,
      also: changes[i]!.others.map((id) => names.get(id)!),
    })),
    money: entries.filter(({ entry, change }) => change === 'gained' && movesMoney(entry)).length,
  }
}
