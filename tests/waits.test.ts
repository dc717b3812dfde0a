import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/kernel/base/root.ts'

/** What waits for time to pass: too short on a busy machine, too long on every other. */
const sleeps = /(?<!\btest\.)\bsetTimeout\(|\btimers\/promises\b|\bwaitForTimeout\(/
const mend = 'wait for what is to happen (`expect.poll`, `vi.waitUntil`, `server.settled`), for nothing with `turns`'

const folders = ['tests', 'e2e']

/** Files that have time pass once, and what for: not to wait for something that could be seen. */
const exceptions: Readonly<Record<string, string>> = {
  'e2e/allocation.spec.ts': 'a slow answer, which keys are faster than',
  'e2e/reviews.spec.ts': 'a slow answer, which keys are faster than',
  'e2e/support/server.setup.ts': 'between two questions to a server that starts',
}

test('no test and no journey sleeps', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && file !== 'waits.test.ts')
      .map((file) => `${folder}/${file}`),
  )
  const found = files.flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    const places = lines.flatMap((line, i) => (sleeps.test(line) ? [`${file}:${i + 1} ${mend}`] : []))
    return file in exceptions ? places.slice(1) : places
  })
  const idle = Object.keys(exceptions).filter((file) => !sleeps.test(readFileSync(join(root, file), 'utf8')))

  expect(files.filter((file) => file.startsWith('e2e/')).length).toBeGreaterThan(50)
  expect(files.length).toBeGreaterThan(300)
  expect(found).toEqual([])
  expect(idle.map((file) => `${file} lets no time pass: take it out of the exceptions`)).toEqual([])
})
