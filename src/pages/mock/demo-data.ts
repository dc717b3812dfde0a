// The demo endpoints of the specification, as sample data. Source: specification, sections 7 and 8.

/** What a demo endpoint answers: 20000 where it worked. */
export interface DemoAnswer {
  readonly code: 20000 | 60204 | 50008
  readonly message?: string
  readonly data?: unknown
}

/** Somebody who may sign in to the demo. */
export interface DemoUser {
  readonly roles: readonly string[]
  readonly introduction: string
  readonly avatar: string
  readonly name: string
}

const users: Readonly<Record<string, DemoUser>> = {
  'admin-token': { roles: ['admin'], introduction: 'I am a super administrator', avatar: '', name: 'Super Admin' },
  'editor-token': { roles: ['editor'], introduction: 'I am an editor', avatar: '', name: 'Normal Editor' },
}
const tokenOf = (username: string): string => `${username}-token`
const ok = (data: unknown): DemoAnswer => ({ code: 20000, data })

/** Signs in `admin` or `editor`, whatever the password. */
export const login = (username: string): DemoAnswer =>
  Object.hasOwn(users, tokenOf(username))
    ? ok({ token: tokenOf(username) })
    : { code: 60204, message: 'Account and password are incorrect.' }

/** Who a token belongs to. */
export const info = (token: string): DemoAnswer =>
  Object.hasOwn(users, token) ? ok(users[token]) : { code: 50008, message: 'Login failed, unable to get user details.' }

export const logout = (): DemoAnswer => ok('success')

const names = [
  'Anna Berg',
  'Ben Castillo',
  'Chi Dang',
  'Dewi Effendi',
  'Emi Fujita',
  'Fei Gao',
  'Gita Hegde',
  'Hugo Iglesias',
]

/** Users whose name holds `name`. */
export const searchUser = (name: string): DemoAnswer =>
  ok({ items: names.filter((one) => one.toLowerCase().includes(name.toLowerCase())).map((one) => ({ name: one })) })

const hourMs = 3_600_000
const rows = 20

/** The latest transactions. */
export const transactionList = (now = Date.now()): DemoAnswer =>
  ok({
    total: rows,
    items: Array.from({ length: rows }, (_, i) => ({
      order_no: `DEMO${String(rows - i).padStart(6, '0')}`,
      timestamp: now - i * hourMs,
      username: names[i % names.length],
      price: 1_000 + ((i * 7_919) % 14_000),
      status: i % 3 === 0 ? 'pending' : 'success',
    })),
  })
