import type { IdOf } from '#contract/kernel/values.ts'
import { type Person, staffId } from './foundation.ts'
import { familyNames, givenNames } from './names.ts'
import { type RoleMark, roleMarks, roles } from './roles.ts'
import { agencies, departments, groups, headOffice, type Unit, unitOf, units } from './units.ts'

/** Somebody who works here, as the history of the book names them. */
export interface Member {
  readonly id: IdOf<'staff'>
  readonly account: string
  readonly name: string
  readonly mark: RoleMark
  readonly unit: Unit
}

const times = (count: number, unit: Unit): Unit[] => Array.from({ length: count }, () => unit)
const [own, second, third] = agencies

/** Where those work who are there beside the one account of each role. */
const posts: Partial<Record<RoleMark, readonly Unit[]>> = {
  EXE: [headOffice],
  MGR: times(2, headOffice),
  OPS: times(4, departments.operations),
  CS: times(5, departments.service),
  GL: groups.slice(1),
  CTL: [own, second, second, third, third],
  COL: groups.flatMap((group, i) => times([5, 5, 4, 4, 3, 3][i]!, group)),
  SPI: [departments.collection],
  SPE: [second, third],
  SAL: times(2, departments.marketing),
  MU: times(1, departments.marketing),
  ML: times(1, departments.marketing),
  MR: times(1, departments.marketing),
  MF: times(1, departments.marketing),
  OUT: times(2, departments.marketing),
  REV: times(6, departments.risk),
  QC: times(2, departments.risk),
}

const member = (account: string, name: string, mark: RoleMark, unit: Unit): Member => {
  return { id: staffId(account), account, name, mark, unit }
}

/** A name that nobody else here has: both lists are walked in strides that meet again only after thousands. */
function nameOf(index: number): string {
  const given = index % 2 === 0 ? givenNames.female : givenNames.male
  return `${given[(index * 7) % given.length]} ${familyNames[(index * 11) % familyNames.length]}`
}

const others: readonly Member[] = roleMarks
  .flatMap((mark) => (posts[mark] ?? []).map((unit, i) => ({ mark, unit, account: `${roles[mark].account}${i + 2}` })))
  .map(({ account, mark, unit }, i) => member(account, nameOf(i), mark, unit))

const unitById = new Map(units.map((unit) => [unit.id, unit]))
const shown = roleMarks.map((mark) => {
  return member(roles[mark].account, roles[mark].name, mark, unitById.get(unitOf[mark])!)
})

/** Everybody who works here: the account that shows a role, and the others in it. */
export const staff: readonly Member[] = [...shown, ...others]

/** Everybody with one of these roles. */
export const staffOf = (...marks: readonly RoleMark[]): readonly Member[] =>
  staff.filter(({ mark }) => marks.includes(mark))

/** The accounts to be added beside those that show a role. */
export const otherAccounts: readonly Person[] = others.map(({ account, name, mark, unit }) => {
  return { account, name, mark, unitId: unit.id }
})
