import { expect, test } from 'vitest'
import { filesIn, folders, textOf } from './architecture/sources.ts'

const files = folders.flatMap((folder) => filesIn(folder))

test('no file only passes on what others export', () => {
  const barrels = files.filter((file) => {
    const lines = textOf(file)
      .split('\n')
      .filter((line) => line.trim() !== '')
    return lines.length > 0 && lines.every((line) => /^export (\*|\{[^}]*\}) from/.test(line))
  })

  expect(barrels).toEqual([])
})

test('every export of more than a line says what it is', () => {
  const untold = files.flatMap((file) => {
    const lines = textOf(file).split('\n')
    return lines.flatMap((line, i) => {
      if (!/^export (async )?(function|class|const|interface).*[{([=>]$/.test(line)) return []
      const before = lines[i - 1]?.trim() ?? ''
      return before.endsWith('*/') ? [] : [`${file}: ${line.slice(0, 60)}`]
    })
  })

  expect(untold).toEqual([])
})

test('spelling mistakes of the specification’s paths stand in the menu only', () => {
  const misspelt = /phone_manangement|pedding_list|unrequished|no_relented|wait_relent/
  const elsewhere = files.filter((file) => file !== 'contract/menu.ts' && misspelt.test(textOf(file)))

  expect(elsewhere).toEqual([])
})
