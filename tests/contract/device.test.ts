import { expect, test } from 'vitest'
import { deviceOf } from '#contract/device.ts'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

test.for([
  [chrome, 'Chrome', 'Linux'],
  [chrome.replace('X11; Linux x86_64', 'Windows NT 10.0; Win64; x64'), 'Chrome', 'Windows'],
  [`${chrome.replace('X11; Linux x86_64', 'Windows NT 10.0')} Edg/150.0.0.0`, 'Edge', 'Windows'],
  [`${chrome} OPR/120.0`, 'Opera', 'Linux'],
  [chrome.replace('X11; Linux x86_64', 'Linux; Android 16; Pixel 9'), 'Chrome', 'Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
] as const)('%s is %s on %s', ([agent, browser, system]) => {
  expect(deviceOf(agent)).toEqual({ browser, system })
})

test.for(['curl/8.5.0', '', null])('%s is no browser anybody knows', (agent) => {
  expect(deviceOf(agent)).toBeNull()
})
