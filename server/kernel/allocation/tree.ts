/** Somebody who can be given work, and how much they have. */
export interface Assignee {
  readonly id: string
  /** The unit they work in. */
  readonly unitId: string
  /** Pieces of work in their hands, without those that the queue takes from them. */
  readonly open: number
  /** Most pieces at once; none: any number. */
  readonly capacity: number | null
  /** What they have been given today, and what that comes to. */
  readonly given: number
  readonly amount: number
}

/** A unit that shares work with its siblings. */
export interface Share {
  readonly id: string
  readonly parentId: string | null
  /** Its part among its siblings; none: siblings of which none has a weight share evenly, person by person. */
  readonly weight: number | null
  /** Gets nothing, whatever its weight. */
  readonly locked: boolean
  /** What is owed to it from turns before, in weights. */
  readonly credit: number
}

/** An assignee whose counts go up. */
export type Counted = { -readonly [Key in 'open' | 'given' | 'amount']: number } & Omit<
  Assignee,
  'open' | 'given' | 'amount'
>

/** Node of the tree: either units below it take turns by weight, or people do by what they have. */
export interface Node {
  readonly id: string | null
  readonly weight: number
  credit: number
  readonly children: readonly Node[]
  /** Everybody that work which comes here can reach. */
  readonly people: ReadonlySet<Counted>
}

type Below = ReadonlyMap<string | null, readonly Share[]>
type Teams = ReadonlyMap<string | null, readonly Counted[]>

/** Everybody in a unit and below it, but for units that are locked: nothing there has a weight that counts. */
function everybody(id: string | null, below: Below, teams: Teams): Counted[] {
  const open = (below.get(id) ?? []).filter(({ locked }) => !locked)
  return [...(teams.get(id) ?? []), ...open.flatMap((unit) => everybody(unit.id, below, teams))]
}

function nodeAt(unit: Pick<Share, 'id' | 'weight' | 'credit'> | null, below: Below, teams: Teams): Node {
  const id = unit?.id ?? null
  const known = { id, weight: unit?.weight ?? 0, credit: unit?.credit ?? 0 }
  const siblings = below.get(id) ?? []
  if (siblings.every(({ weight }) => weight === null)) {
    return { ...known, children: [], people: new Set(everybody(id, below, teams)) }
  }
  const children = siblings.filter(({ weight, locked }) => !locked && weight).map((one) => nodeAt(one, below, teams))
  return { ...known, children, people: new Set(children.flatMap(({ people }) => [...people])) }
}

/** What stands in the same place, in the order of its ids: the order of what comes in changes nothing. */
function gather<One extends { readonly id: string }>(all: readonly One[], placeOf: (one: One) => string | null) {
  const gathered = new Map<string | null, One[]>()
  for (const one of [...all].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const place = placeOf(one)
    gathered.set(place, [...(gathered.get(place) ?? []), one])
  }
  return gathered
}

/** Tree of units that work is shared out in, from its root, which is none of them. */
export function treeOf(people: readonly Counted[], units: readonly Share[]): Node {
  const known = new Set(units.map(({ id }) => id))
  const below = gather(units, ({ parentId }) => (parentId && known.has(parentId) ? parentId : null))
  const teams = gather(people, ({ unitId }) => (known.has(unitId) ? unitId : null))
  return nodeAt(null, below, teams)
}
