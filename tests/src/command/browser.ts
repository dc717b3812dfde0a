import { expect } from 'vitest'

/** Files of the project 'plain' in `vitest.config.ts`: they share a process with those behind them. */
const plainTests =
  /\/tests\/([^/]+|contract\/.+|src\/(grid|keyboard|locale|pages|command\/(arguments|search))\/.+)(?<!\.desk)\.test\.ts$/

/** @throws Error in a test that shares its globals: an embedded database takes them for a browser's and does not start. */
function mustOwnGlobals(): void {
  const { testPath = '' } = expect.getState()
  if (plainTests.test(testPath))
    throw new Error(
      `${testPath} is a plain test and shares its globals: name it .desk.test.ts, or move it out of 'plain'`,
    )
}

const nothing = () => {}
const target = { addEventListener: nothing, removeEventListener: nothing, dispatchEvent: () => true }
const storage = { getItem: () => null, setItem: nothing, removeItem: nothing }
class Nothing {}

const provide = (globals: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(globals)) {
    if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  }
}

// what the console looks at while it is being loaded
provide({
  navigator: { platform: 'Linux', userAgent: 'Chromium', languages: ['en'], clipboard: { writeText: async () => {} } },
})

/** What a browser has that the console needs while it runs. Nothing in it does anything; the database wants to start before. */
export function pretend(): void {
  mustOwnGlobals()
  provide({
    ...target,
    document: {
      ...target,
      activeElement: null,
      cookie: '',
      documentElement: { ...target, lang: 'en', dataset: {}, style: { setProperty: nothing } },
    },
    window: target,
    location: { pathname: '/', search: '', hash: '', protocol: 'http:', origin: 'http://localhost' },
    history: { pushState: nothing, replaceState: nothing, state: null },
    localStorage: storage,
    sessionStorage: storage,
    matchMedia: () => ({ ...target, matches: false }),
    HTMLElement: Nothing,
    HTMLInputElement: Nothing,
    HTMLButtonElement: Nothing,
  })
}
