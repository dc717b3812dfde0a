import { type Assignee, type Counted, type Node, type Share, treeOf } from './tree.ts'

/** A piece of work that looks for somebody. */
export interface WorkItem {
  /** What it weighs beside its count, in minor units of money or whatever is counted. */
  readonly amount: number
  /** Whoever has it, and is to keep it while they can. */
  readonly keeper?: string | null
  /** Whoever had it before: it goes to somebody else, where anybody else can have it. */
  readonly former?: string | null
}

/** A unit at the moment of a choice: what was owed to it, its weight, and what is owed to it then. */
export interface UnitChoice {
  readonly id: string
  readonly credit: number
  readonly weight: number
  readonly after: number
  readonly chosen: boolean
}

/** An assignee at the moment of a choice. */
export type AssigneeChoice = Pick<Assignee, 'id' | 'given' | 'amount' | 'open'> & { readonly chosen: boolean }

/** How one piece of work found somebody: unit by unit, then among the people there. */
export interface Explanation {
  readonly units: readonly (readonly UnitChoice[])[]
  readonly people: readonly AssigneeChoice[]
  /** Whether it stayed with whoever had it, without a turn. */
  readonly kept: boolean
}

const hasRoom = ({ open, capacity }: Counted): boolean => capacity === null || open < capacity

/** Whoever has been given the least so far, by count, then amount, then by what they have; then the smaller id. */
const comesFirst = (a: Counted, b: Counted): boolean => {
  if (a.given !== b.given) return a.given < b.given
  if (a.amount !== b.amount) return a.amount < b.amount
  return a.open === b.open ? a.id < b.id : a.open < b.open
}

/**
 * Allocator: gives out work, one piece after the other, by smooth weighted round robin with carried credit. At each level
 * every unit that can take it is credited its weight, the one with most has the turn and pays for all of them; in the unit
 * that it ends in, whoever has been given least takes it. No dice are thrown: the same queue, people and credits give the
 * same answer, and what weights leave over in one run is made good in the next.
 */
export class Allocator {
  readonly #root: Node
  readonly #people = new Map<string, Counted>()
  readonly #waysTo = new Map<Counted, readonly Node[]>()
  /** People with room below each node: nobody is looked for where there are none. */
  readonly #rooms = new Map<Node, number>()

  constructor(people: readonly Assignee[], units: readonly Share[]) {
    const counted = people.map((one): Counted => ({ ...one }))
    this.#root = treeOf(counted, units)
    for (const person of this.#root.people) this.#people.set(person.id, person)
    this.#count(this.#root, [])
  }

  #count(node: Node, above: readonly Node[]): void {
    const way = [...above, node]
    this.#rooms.set(node, [...node.people].filter(hasRoom).length)
    if (node.children.length === 0) for (const person of node.people) this.#waysTo.set(person, way)
    for (const child of node.children) this.#count(child, way)
  }

  /** Whether work can come to somebody, room aside: no lock and no missing weight stands above them. */
  reaches(id: string): boolean {
    return this.#people.has(id)
  }

  /** What is owed to each unit that takes turns. */
  get credits(): ReadonlyMap<string, number> {
    const credits = new Map<string, number>()
    const visit = ({ children }: Node): void => {
      for (const child of children) {
        credits.set(child.id!, child.credit) // only the root has no id
        visit(child)
      }
    }
    visit(this.#root)
    return credits
  }

  /** Gives a piece of work to somebody. Answers who has it then; nobody where nobody has room. */
  give(item: WorkItem): string | null {
    return this.#give(item, null)
  }

  /** The same, and how it came about. */
  explain(item: WorkItem): Explanation & { readonly to: string | null } {
    const told = { units: [] as UnitChoice[][], people: [] as AssigneeChoice[] }
    const kept = this.#keeper(item) !== null
    const to = this.#give(item, told)
    return { ...told, kept, to }
  }

  /** Whoever may keep what they had: it needs no room. */
  #keeper({ keeper }: WorkItem): Counted | null {
    return (keeper && this.#people.get(keeper)) || null
  }

  #give(item: WorkItem, told: { units: UnitChoice[][]; people: AssigneeChoice[] } | null): string | null {
    const kept = this.#keeper(item)
    if (kept) return this.#hand(kept, item)
    const former = this.#passedOver(item)
    if (this.#roomIn(this.#root, former) === 0) return null
    let node = this.#root
    while (node.children.length > 0) node = this.#turn(node, former, told?.units)
    return this.#take(node, item, former, told)
  }

  /** The former holder, where anybody else has room. */
  #passedOver({ former }: WorkItem): Counted | null {
    const person = (former && this.#people.get(former)) || null
    return person && this.#roomIn(this.#root, person) > 0 ? person : null
  }

  #roomIn(node: Node, but: Counted | null): number {
    const rooms = this.#rooms.get(node)!
    return but && hasRoom(but) && node.people.has(but) ? rooms - 1 : rooms
  }

  #turn({ children }: Node, but: Counted | null, told: UnitChoice[][] | undefined): Node {
    const able = children.filter((child) => this.#roomIn(child, but) > 0)
    const before = told && able.map(({ credit }) => credit)
    for (const unit of able) unit.credit += unit.weight
    const winner = able.reduce((best, unit) => (unit.credit > best.credit ? unit : best)) // equals: the smaller id, which comes first
    winner.credit -= able.reduce((sum, { weight }) => sum + weight, 0)
    if (told && before) {
      const choices = able.map(({ id, weight, credit }, i) => {
        return { id: id!, weight, credit: before[i]!, after: credit, chosen: id === winner.id }
      })
      told.push(choices)
    }
    return winner
  }

  #take({ people }: Node, item: WorkItem, but: Counted | null, told: { people: AssigneeChoice[] } | null): string {
    let first: Counted | null = null
    for (const person of people) {
      if (person === but || !hasRoom(person)) continue
      if (!first || comesFirst(person, first)) first = person
    }
    const chosen = first! // the node has room
    if (told) {
      const able = [...people].filter((one) => one !== but && hasRoom(one)).sort((a, b) => (comesFirst(a, b) ? -1 : 1))
      told.people = able.map(({ id, given, amount: sum, open }) => {
        return { id, given, amount: sum, open, chosen: id === chosen.id }
      })
    }
    return this.#hand(chosen, item)
  }

  #hand(person: Counted, { amount }: WorkItem): string {
    const had = hasRoom(person)
    person.given++
    person.amount += amount
    person.open++
    const isFull = had && !hasRoom(person)
    if (isFull) for (const node of this.#waysTo.get(person)!) this.#rooms.set(node, this.#rooms.get(node)! - 1)
    return person.id
  }
}
