import { inflateSync } from 'node:zlib'
import { expect } from 'vitest'
import { demoPassword } from '#server/seed/foundation.ts'
import { test, type World } from '#tests/support/server.ts'

const minuteMs = 60_000
const solvedBeside = 6

/** Fails to sign in so often, from here, without anything being asked for. */
async function failing({ as }: Pick<World, 'as'>, times: number, username = 'cs'): Promise<void> {
  for (let attempt = 0; attempt < times; attempt++) {
    await as(null)
      .session.signIn({ username, password: 'Wrong#123' })
      .catch(() => {})
  }
}

/** A challenge, and where its piece belongs: only the server can read its name. */
async function challenge({ as, server }: Pick<World, 'as' | 'server'>) {
  const { challenge: asked } = await as(null).session.slider()
  const { left } = JSON.parse(server.app.secrets.decrypt(asked!.id)) as { left: number } // as the server wrote it
  return { ...asked!, left }
}

const signIn = ({ as }: Pick<World, 'as'>, more: object = {}, password = demoPassword) =>
  as(null).session.signIn({ username: 'cs', password, ...more })

test('a failure says how many attempts are left, the same for an account there is and one there is not', async ({
  as,
}) => {
  for (const username of ['cs', 'nobody-here']) {
    const wrong = () => as(null).session.signIn({ username, password: 'Wrong#123' })
    for (const left of [4, 3, 2]) {
      await expect(wrong()).rejects.toMatchObject({ fault: 'wrong_credentials', values: { left } })
    }
    await expect(wrong()).rejects.toMatchObject({ fault: 'slider_needed', values: { seconds: 60 } })
  }
})

test('after three failures the password is not looked at before the piece is in its gap', async ({ as, server }) => {
  await failing({ as }, 2)
  await expect(as(null).session.slider()).resolves.toEqual({ enabled: false, challenge: null })
  await failing({ as }, 1)
  await expect(signIn({ as })).rejects.toMatchObject({ fault: 'slider_needed' })

  const { id, left } = await challenge({ as, server })

  await expect(signIn({ as }, { sliderId: id, sliderX: left + solvedBeside })).resolves.toBeDefined()
  await expect(as(null).session.slider()).resolves.toMatchObject({ enabled: false })
})

test('a piece beside its gap is refused, and its challenge is spent', async ({ as, server }) => {
  await failing({ as }, 3)
  const { id, left } = await challenge({ as, server })

  const beside = signIn({ as }, { sliderId: id, sliderX: left + solvedBeside + 1 })
  await expect(beside).rejects.toMatchObject({ fault: 'slider_missed' })
  await expect(signIn({ as }, { sliderId: id, sliderX: left })).rejects.toMatchObject({ fault: 'slider_missed' })
})

test('a solved challenge lets one attempt through', async ({ as, server }) => {
  await failing({ as }, 3)
  const { id, left } = await challenge({ as, server })
  const solved = { sliderId: id, sliderX: left }

  const wrong = signIn({ as }, solved, 'Wrong#123')
  await expect(wrong).rejects.toMatchObject({ fault: 'wrong_credentials', values: { left: 1 } })
  for (const sliderId of [id, `${id}A`, `${id}=`]) {
    await expect(signIn({ as }, { ...solved, sliderId })).rejects.toMatchObject({ fault: 'slider_missed' })
  }
})

test('a challenge is good for two minutes', async ({ as, server, clock }) => {
  await failing({ as }, 3)
  const { id, left } = await challenge({ as, server })
  clock.forward(2 * minuteMs + 1)
  await failing({ as }, 1)

  await expect(signIn({ as }, { sliderId: id, sliderX: left })).rejects.toMatchObject({ fault: 'slider_missed' })
})

test('a name that was made up, or changed, is no challenge', async ({ as, server }) => {
  await failing({ as }, 3)
  const { id, left } = await challenge({ as, server })
  const other = server.app.secrets.encrypt('501002340000')

  for (const sliderId of ['', 'x', `A${id}`, other, id.toLowerCase()]) {
    await expect(signIn({ as }, { sliderId, sliderX: left })).rejects.toMatchObject({ fault: 'slider_missed' })
  }
})

test('whoever cannot solve a picture waits a minute instead', async ({ as, clock }) => {
  await failing({ as }, 3)
  clock.forward(minuteMs - 1)
  await expect(signIn({ as })).rejects.toMatchObject({ fault: 'slider_needed', values: { seconds: 1 } })

  clock.forward(1)

  await expect(signIn({ as })).resolves.toBeDefined()
})

test('failures count for their account only, until an address has failed at many', async ({ as, clock }) => {
  await failing({ as }, 3)
  await expect(as(null).session.signIn({ username: 'ops', password: demoPassword })).resolves.toBeDefined()
  for (let account = 0; account < 17; account++) await failing({ as }, 1, `made-up-${account}`)

  const signInAsOps = () => as(null).session.signIn({ username: 'ops', password: demoPassword })
  await expect(signInAsOps()).rejects.toMatchObject({ fault: 'slider_needed' })
  await expect(as(null).session.slider()).resolves.toMatchObject({ enabled: true })

  for (let account = 0; account < 80; account++) {
    clock.forward(minuteMs)
    await failing({ as }, 1, `invented-${account}`)
  }
  clock.forward(minuteMs)
  await expect(signInAsOps()).rejects.toMatchObject({ fault: 'frozen' })
})

test('failures are forgotten after a quarter of an hour', async ({ as, clock }) => {
  await failing({ as }, 3)
  clock.forward(15 * minuteMs)

  await expect(signIn({ as }, {}, 'Wrong#123')).rejects.toMatchObject({ values: { left: 4 } })
})

/** The colours of a PNG's pixels, by index. */
function pixels(url: string): { width: number; height: number; indices: Buffer } {
  const file = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at)
    chunks.set(file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  const head = chunks.get('IHDR')!
  return { width: head.readUInt32BE(0), height: head.readUInt32BE(4), indices: inflateSync(chunks.get('IDAT')!) }
}

test('the piece was cut out of the picture where it belongs', async ({ as, server }) => {
  await failing({ as }, 3)
  const { picture, piece, left, top, side, width, height } = await challenge({ as, server })
  const [whole, cut] = [pixels(picture), pixels(piece)]
  const at = ({ width: line, indices }: typeof whole, x: number, y: number) => indices[y * (line + 1) + 1 + x]!

  expect(whole).toMatchObject({ width, height })
  expect(cut).toMatchObject({ width: side, height: side })
  const middle = side / 2
  // the gap holds the same shades as the piece, each so much further down the palette
  expect(at(whole, left + middle, top + middle) - at(cut, middle, middle)).toBe(48)
  expect(left).toBeGreaterThan(side)
  expect(left + side).toBeLessThanOrEqual(width)
  expect(picture.length + piece.length).toBeLessThan(60_000)
})
