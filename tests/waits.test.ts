import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/kernel/base/root.ts'

/** What waits for time to pass: too short on a busy machine, too long on every other. */
const sleeps = /\bsetTimeout\(|\btimers\/promises\b|\bwaitForTimeout\(/
const mend = 'wait for what is to happen (`expect.poll`, `vi.waitUntil`, `server.settled`), for nothing with `turns`'

test('no test sleeps', () => {
  const files = readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
  const found = files
    .filter((file) => /\.tsx?$/.test(file) && file !== 'waits.test.ts')
    .flatMap((file) =>
      readFileSync(join(root, 'tests', file), 'utf8')
        .split('\n')
        .flatMap((line, i) => (sleeps.test(line) ? [`tests/${file}:${i + 1} ${mend}`] : [])),
    )

  expect(files.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})
