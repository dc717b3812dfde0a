import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { readBookSize } from '#scripts/book-size.ts'
import { lockFolder } from '#server/kernel/base/data-folder.ts'
import { root } from '#server/kernel/base/root.ts'
import { Progress } from '#server/seed/progress.ts'

/** What `npm run seed` says and answers. */
const seed = (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
  const options = { cwd: root, encoding: 'utf8', env: { ...process.env, DATABASE_URL: '', ...env } } as const
  return spawnSync(process.execPath, ['--import', 'tsx', 'scripts/seed.ts', ...args], options)
}

test.for(['', '--loans many', '--loans 0', '--loans 100 --customers 2', '--lones 5'])(
  '"%s" asks for no book',
  (args) => {
    expect(readBookSize(args.split(' '))).toBeNull()
  },
)

test('what is asked for is the book of that size; customers as many as it takes', () => {
  expect(readBookSize(['--loans', '50'])).toEqual({ loans: 50, customers: 30 })
  expect(readBookSize(['--loans', '50', '--customers', '40'])).toEqual({ loans: 50, customers: 40 })
})

test('asked for no book it says how it is called', () => {
  const { status, stderr } = seed(['--lones', '5'])

  expect(status).toBe(2)
  expect(stderr).toContain('npm run seed -- --loans N')
})

test('a folder that a server has open is left alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lendline-seed-'))
  const release = await lockFolder(folder)

  const { status, stderr } = seed(['--loans', '10'], { DATA_DIR: folder })

  expect(status).toBe(1)
  expect(stderr).toContain(`${folder} is open in another process`)
  expect(readdirSync(folder)).not.toContain('pglite')
  release()
  rmSync(folder, { recursive: true })
})

test('a book is written once, and says how fast', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lendline-seed-'))

  const first = seed(['--loans', '50'], { DATA_DIR: folder })
  const second = seed(['--loans', '50'], { DATA_DIR: folder })

  expect(first.stdout).toMatch(/50 orders of 30 customers: [\d.]+ s, \d+ orders a second\n$/)
  expect([first.status, second.status]).toEqual([0, 1])
  expect(second.stderr).toContain('There is a book in this database already.')
  rmSync(folder, { recursive: true })
})

/** Where progress is shown, and what has been written there. */
function screen(isTTY: boolean) {
  const written: string[] = []
  const out = new Writable({
    write(chunk, _, done) {
      written.push(String(chunk))
      done()
    },
  })
  return { out: Object.assign(out, { isTTY }), written }
}

test('in a log progress is a line for every tenth', () => {
  const { out, written } = screen(false)
  const progress = new Progress('Writing', 200, out)

  for (let done = 0; done <= 200; done += 7) progress.show(done)
  progress.show(200)

  expect(written).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((share) => `  Writing ${share} %\n`))
})

test('on a terminal progress is one line that grows', () => {
  const { out, written } = screen(true)
  const progress = new Progress('Writing', 200, out)

  for (const done of [0, 100, 200]) progress.show(done)

  expect(written.map((line) => line.slice(0, 1))).toEqual(['\r', '\r', '\r'])
  expect(written.map((line) => line.endsWith('\n'))).toEqual([false, false, true])
  expect(written[1]).toContain('50 %')
})
