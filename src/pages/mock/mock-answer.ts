import type { MenuNode } from '#contract/menu.ts'
import { type DemoAnswer, type DemoUser, info, login, logout, searchUser, transactionList } from './demo-data.ts'

/** What the console asks for: `GET /getInfo`, with what goes along. */
export interface MockRequest {
  readonly at: string
  readonly token: string
  /** Query and body, as one. */
  readonly input: Readonly<Record<string, unknown>>
}

interface Envelope {
  readonly code: number
  readonly msg: string
  readonly data?: unknown
}

const good = (data: unknown): Envelope => ({ code: 200, msg: 'operation successful', data })

/** A demo answer as the console reads it: what worked is 200; what did not keeps its code and its message. */
const fromDemo = ({ code, message = '', data }: DemoAnswer, as: (data: never) => unknown = (same) => same): Envelope =>
  code === 20000 ? good(as(data as never)) : { code, msg: message } // each caller knows what its endpoint answers

const node = (path: string, component: string, title: string, icon: string): MenuNode => ({
  ...{ path, component, name: component, visible: '0' },
  meta: { title, icon, btnPermissions: [1, 2, 4], affix: component === 'home' },
})
const menu = [
  node('/home_page', 'home', 'menu.home', 'house'),
  node('/demo/transactions', 'transactions', 'transaction/list', 'receipt-text'),
  node('https://example.com', 'link', 'example.com', 'gauge'),
]

const sessionOf = ({ name, avatar, introduction, roles }: DemoUser) => ({
  menu,
  roleFlag: roles[0],
  user: {
    ...{ userId: name, userName: name, avatar, introduction, account: roles[0] },
    loginTime: new Date().toISOString(),
    country: 'IN',
    mail: false,
    readsIdentity: true,
  },
  mustChangePassword: false,
  twoFactorDue: false,
  settings: {},
})
const rolesOf = ({ roles }: DemoUser) => ({ roles: roles.map((mark) => ({ id: mark, name: mark, mark })) })

const answers: Readonly<Record<string, (asked: MockRequest) => Envelope>> = {
  'GET /get/time': () => good({ time: new Date().toISOString(), country: 'IN' }),
  'GET /slider': () => good({ enabled: false, challenge: null }),
  'POST /login': ({ input }) =>
    fromDemo(login(String(input.username)), (data: { token: string }) => ({
      ...data,
      mustChangePassword: false,
      twoFactorDue: false,
    })),
  'GET /getInfo': ({ token }) => fromDemo(info(token), sessionOf),
  'GET /sysRole/current': ({ token }) => fromDemo(info(token), rolesOf),
  'POST /sysUser/logout': () => fromDemo(logout()),
  'GET /overview/waiting': () => good({ piles: [] }),
  'GET /search/user': ({ input }) => fromDemo(searchUser(String(input.name ?? ''))),
  'GET /transaction/list': () => fromDemo(transactionList()),
}

/** What the mock answers to a call of the console. */
export const mockAnswer = (asked: MockRequest): Envelope =>
  Object.hasOwn(answers, asked.at)
    ? answers[asked.at]!(asked)
    : { code: 404, msg: `${asked.at} is not among the calls of the mock` }
