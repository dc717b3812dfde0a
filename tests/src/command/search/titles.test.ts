import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createServer } from 'vite'
import { test as base, expect, onTestFinished } from 'vitest'
import { languages } from '#locales/index.ts'
import { soundsIn, titles, titlesIn } from '#scripts/pinyin.ts'
import { root } from '#server/kernel/base/root.ts'
import { commands } from '#src/catalogue.ts'

interface Folder {
  readonly root: string
  write(file: string, content: string | Record<string, string>): void
}

/** A project with one call, one local command and one page, named in every language. */
const test = base.extend<{ folder: Folder }>({
  folder: async ({ task }, use) => {
    const root = mkdtempSync(join(tmpdir(), `titles-${task.id}-`))
    const write: Folder['write'] = (file, content) => {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), typeof content === 'string' ? content : JSON.stringify(content))
    }
    write(
      'commands/write-offs.ts',
      "command(writeOffs.request, {})\nlocal('writeOffs.copyId', {})\nlocally('no.command')",
    )
    write('contract/menu-words.ts', "plans: { words: { zh: ['应还', '账单'], en: ['dues'] } }")
    write('commands/README.md', "local('not.source')")
    for (const language of languages) {
      write(`locales/${language}/write-offs.json`, { request: `request ${language}`, copyId: '还款', list: 'unused' })
      write(`locales/${language}/menu.json`, { plans: '待还', 'section.orders': 'Orders' })
    }
    await use({ root, write })
    rmSync(root, { recursive: true })
  },
})

test('every declared command and every page has its titles, and nothing else has', ({ folder }) => {
  const found = titlesIn(folder.root)

  expect(Object.keys(found)).toEqual(['writeOffs.request', 'writeOffs.copyId', 'menu.plans'])
  expect(found['writeOffs.request']?.titles).toEqual(
    Object.fromEntries(languages.map((language) => [language, `request ${language}`])),
  )
})

test('no command of the product is without its titles, however it is declared', () => {
  const found = titlesIn(root)

  expect(commands.map(({ id }) => id).filter((id) => !(id in found))).toEqual([])
})

test('a Chinese title comes with its readings, corrected', ({ folder }) => {
  const found = titlesIn(folder.root)

  expect(found['writeOffs.copyId']?.readings.pinyin).toEqual([['huan', 'hai'], ['kuan']])
})

test('Chinese words beside the titles come with their readings, those of other languages have none', ({ folder }) => {
  expect(soundsIn(folder.root)).toEqual({ 应还: [['ying'], ['huan', 'hai']], 账单: expect.any(Array) })
})

test('a command that is written over several lines is found', ({ folder }) => {
  folder.write('commands/plans.ts', 'export const a = command(\n  writeOffs.list,\n  {},\n)')

  expect(titlesIn(folder.root)).toHaveProperty(['writeOffs.list'])
})

test('a title that a language lacks stops the build, by name', ({ folder }) => {
  folder.write('locales/vi/write-offs.json', { request: 'x' })

  expect(() => titlesIn(folder.root)).toThrow('locales/vi/write-offs.json has no title for writeOffs.copyId')
})

test('the console imports them as a module, made again when a word changes', async ({ folder }) => {
  const server = await createServer({
    root: folder.root,
    configFile: false,
    logLevel: 'silent',
    plugins: [titles(folder.root)],
    server: { middlewareMode: true, watch: null, hmr: { port: 0 } },
  })
  onTestFinished(() => server.close())
  const code = async () => (await server.transformRequest('virtual:titles'))?.code

  const before = await code()
  folder.write('locales/id/menu.json', { plans: 'Rencana' })
  server.watcher.emit('change', join(folder.root, 'locales/id/menu.json'))

  await expect.poll(code).toContain('Rencana')
  expect(before).not.toContain('Rencana')
})
