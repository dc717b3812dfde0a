/** The browser and the system of a device; null where it does not say. */
export interface Device {
  readonly browser: string
  readonly system: string
}

/** What browsers call themselves; most say that they are several, so the narrower stand first. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const firstIn = (all: typeof browsers, agent: string): string | undefined => all.find(([sign]) => sign.test(agent))?.[1]

/** What a browser's `User-Agent` says of the device; null for anything else that calls. */
export function deviceOf(agent: string | null): Device | null {
  const [browser, system] = [firstIn(browsers, agent ?? ''), firstIn(systems, agent ?? '')]
  return browser && system ? { browser, system } : null
}
