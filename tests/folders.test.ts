import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#server/kernel/base/root.ts'

/** Made by tools; nobody looks for anything there. */
const made = /^(node_modules|dist|data|test-results|\..*)(\/|$)/

/** Every file of the project, from the root. */
const files = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !made.test(entry.name))
  .flatMap(({ name }) => readdirSync(join(root, name), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))

/** Flat folders of one declaration a file (docs/decisions/0041): files are found there by their names. */
const flat = /^(contract|commands|grids|locales\/\w+|docs\/decisions|server\/migrations|e2e)$/
const filesMax = 28
const filesWithoutReadme = 10

/** Folders by how many files stand in them, of any kind; the README is about the others. */
const sizes = new Map<string, number>()
for (const file of files)
  if (!file.endsWith('/README.md')) sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1)

test('a folder holds few enough files to be looked through, but for flat ones of declarations', () => {
  const large = [...sizes].filter(([folder, size]) => size > filesMax && !flat.test(folder))

  expect(sizes.size).toBeGreaterThan(100)
  expect(
    large.map(([folder, size]) => `${folder} holds ${size} files: move what belongs together to a folder of its own`),
  ).toEqual([])
})

test('a folder of more than ten files says what lives there; what languages hold, the folder above', () => {
  const told = (folder: string) => existsSync(join(root, /^locales\//.test(folder) ? 'locales' : folder, 'README.md'))
  const silent = [...sizes].filter(([folder, size]) => size > filesWithoutReadme && !told(folder))

  expect(
    silent.map(([folder]) => `${folder} lacks a README.md: say what lives there, what it may import, where to begin`),
  ).toEqual([])
})

/** Files that a text names in backticks, but for those of what is built. */
const namedIn = (text: string): string[] =>
  [...text.matchAll(/`([\w./-]+\.(?:tsx?|jsx?|css|json|sql|md))`/g)]
    .map(([, name]) => name!)
    .filter((name) => !made.test(name))

test('what the README of a folder names is there', () => {
  const readmes = files.filter((file) => file.endsWith('/README.md') && !file.startsWith('docs/'))
  const gone = readmes.flatMap((readme) =>
    namedIn(readFileSync(join(root, readme), 'utf8'))
      .filter((name) => !existsSync(join(root, dirname(readme), name)) && !existsSync(join(root, name)))
      .map((name) => `${readme} names ${name}, which is not there: say what is`),
  )

  expect(readmes.length).toBeGreaterThan(50)
  expect(gone).toEqual([])
})
