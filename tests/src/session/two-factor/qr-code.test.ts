import encode from 'qr'
import decode from 'qr/decode.js'
import { expect, test } from 'vitest'
import { formatSecret } from '#src/session/two-factor/two-factor.ts'

test('a camera reads from the code what was put into it', () => {
  const address = `otpauth://totp/Lendline:ops?issuer=Lendline&secret=${'ABCDEFGHIJKLMNOP'.repeat(2)}`
  const rows = encode(address, 'raw', { border: 4 })
  const scale = 4
  const side = rows.length * scale
  const data = new Uint8Array(side * side * 4)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const dark = rows[Math.floor(y / scale)]![Math.floor(x / scale)]
      data.fill(dark ? 0 : 255, (y * side + x) * 4, (y * side + x) * 4 + 3)
      data[(y * side + x) * 4 + 3] = 255
    }
  }

  expect(decode({ width: side, height: side, data })).toBe(address)
})

test('a secret is read out in groups of four', () => {
  expect(formatSecret('ABCDEFGHIJ')).toBe('ABCD EFGH IJ')
})
