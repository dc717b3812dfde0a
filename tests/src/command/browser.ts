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
export const pretend = (): void =>
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
