import { expect, test } from 'vitest'
import { addressFault } from '#server/modules/provider-configs/address.ts'

const outside = { internalAllowed: false }

test.for([
  'https://api.example.com/v1',
  'http://sms.example.co.in',
  'https://8.8.8.8:8443/x',
  'https://[2001:4860::8]/',
])('%s may be called', (address) => {
  expect(addressFault(address, outside)).toBeNull()
})

test.for([
  'ftp://example.com',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'example.com',
  '//example.com',
  'https://',
  'https://me:secret@example.com',
  'https://example.com?key=1',
  'https://example.com#x',
])('%s is no address of a provider', (address) => {
  expect(addressFault(address, { internalAllowed: true })).toBe('not_http')
})

test.for([
  'http://127.0.0.1:4600',
  'http://localhost',
  'http://2130706433',
  'http://0x7f.1',
  'http://10.1.2.3',
  'http://172.31.0.1',
  'http://192.168.0.1',
  'http://169.254.169.254/latest',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[fd00::1]/',
  'http://0.0.0.0',
  'http://db',
  'http://gateway.internal',
  'http://LOCALHOST.',
  'http://100.64.0.1',
])('%s is inside the house', (address) => {
  expect(addressFault(address, outside)).toBe('internal_address')
  expect(addressFault(address, { internalAllowed: true })).toBeNull()
})
