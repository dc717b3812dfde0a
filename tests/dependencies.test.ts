import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/kernel/base/root.ts'

type Version = readonly [major: number, minor: number, patch: number]

/** What of the lock file is read: every package that is installed, and on which Node it runs. */
interface LockFile {
  readonly packages: Readonly<Record<string, { readonly engines?: { readonly node?: string } }>>
}
interface PackageFile {
  readonly engines: { readonly node: string }
}

// written by npm, which keeps to these shapes
const read = <File>(name: string) => JSON.parse(readFileSync(join(root, name), 'utf8')) as File

const versionOf = (text: string): Version => {
  const [major = 0, minor = 0, patch = 0] = text.split('.').map((part) => Number.parseInt(part, 10) || 0)
  return [major, minor, patch]
}
const difference = (one: Version, other: Version): number =>
  one.map((part, i) => part - other[i]!).find((by) => by !== 0) ?? 0

/** Whether a version is within one comparator of a range: `>=18`, `^20.19.0`, `<25`, `20.x`, `*`. */
function holds(comparator: string, version: Version): boolean {
  const [, sign, text] = /^(>=|>|<=|<|\^|~|=|v)?(.*)$/.exec(comparator)!
  if (text === '*' || text === 'x') return true
  const bound = versionOf(text!)
  const by = difference(version, bound)
  if (sign === '>=') return by >= 0
  if (sign === '>') return by > 0
  if (sign === '<=') return by <= 0
  if (sign === '<') return by < 0
  return version[0] === bound[0] && (sign !== '^' || by >= 0)
}

/** Whether a version is within a range of npm. */
const isWithin = (range: string, version: Version): boolean =>
  range
    .split('||')
    .map((all) => all.trim().replace(/(>=|>|<=|<|\^|~|=)\s+/g, '$1'))
    .some((all) => all.split(/\s+/).every((comparator) => holds(comparator || '*', version)))

const oldest = versionOf(read<PackageFile>('package.json').engines.node.replace('>=', ''))

test('ranges of versions are read as npm reads them', () => {
  const yes = ['>=18', '^18.17.0 || >=20.5.0', '>= 20.19', '^20.19.0', '20 || >=22', '20.x', '>=12 <25', '*', '']
  const no = ['>=22', '^22.12.0', '^18 || ^19', '>=20.20', '<20', '> 20.19.0', '21.x']

  expect(yes.filter((range) => !isWithin(range, [20, 19, 0]))).toEqual([])
  expect(no.filter((range) => isWithin(range, [20, 19, 0]))).toEqual([])
})

test('every package that is installed runs on the oldest Node that is promised', () => {
  const { packages } = read<LockFile>('package-lock.json')

  const newer = Object.entries(packages)
    .filter(([, { engines }]) => !isWithin(engines?.node ?? '*', oldest))
    .map(([name, { engines }]) => `${name} needs ${engines?.node}: choose an older version, or name one in "overrides"`)

  expect(Object.keys(packages).length).toBeGreaterThan(100)
  expect(newer).toEqual([])
})
