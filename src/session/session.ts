import { proxy, useSnapshot } from 'valtio'
import { type Button, buttons, isOpen, type May, type Right } from '#contract/kernel/rights.ts'
import type { MenuNode, PageId } from '#contract/menu.ts'
import type { SessionUser } from '#contract/session.ts'
import { toast } from '#src/ui/toast.ts'
import { token } from './token.ts'

interface Session {
  user: SessionUser | null
  menu: readonly MenuNode[]
  /** Pages granted, each with the sum of its button codes. */
  granted: ReadonlyMap<PageId, number>
  /** What the person is here, as their roles are called. */
  roles: readonly string[]
}

/** Who is signed in, and what they may. */
export const session = proxy<Session>({ user: null, menu: [], granted: new Map(), roles: [] })

const pagesIn = (nodes: readonly MenuNode[]): [PageId, number][] =>
  nodes.flatMap(({ component, meta, children }) =>
    children
      ? pagesIn(children)
      : [[component as PageId, (meta.btnPermissions ?? []).reduce((sum, code) => sum | code, 0)] as [PageId, number]],
  )

/** Takes in what the server says of who is signed in. */
export function entered(user: SessionUser, menu: readonly MenuNode[], roles: readonly string[]): void {
  Object.assign(session, { user, menu, roles, granted: new Map(pagesIn(menu)) })
  peers?.postMessage(user.userId)
}

const holds = (right: Right): boolean => {
  const [page, button] = right.split('.') as [PageId, Button | undefined]
  const codes = session.granted.get(page)
  return codes !== undefined && (!button || (codes & buttons[button]) !== 0)
}

/** Whether whoever is signed in may; the server decides it again. */
export function may(right: May): boolean {
  if (isOpen(right)) return true
  return typeof right === 'string' ? holds(right) : right.some(holds)
}

export const useSession = () => useSnapshot(session)

/** Everybody that keeps something of who is signed in, and forgets it with them. */
const forgetting = new Set<() => void>()
/** Has `forget` called whenever a session ends. */
export const onSignOut = (forget: () => void): void => void forgetting.add(forget)

function forget(): void {
  token.drop()
  Object.assign(session, { user: null, menu: [], roles: [], granted: new Map() })
  for (const one of forgetting) one()
}

/** Forgets who was signed in, and everything that was kept of them, in every tab. */
export function leave(): void {
  forget()
  peers?.postMessage(null)
}

/** How long an error stays. Source: specification, section 9. */
export const errorMs = 5_000

/** The session has ended: says so, once, and leads to sign-in, which leads back. */
export function sessionOver(message: string): void {
  if (!session.user && !token.held()) return
  leave()
  toast('bad', message, { ms: errorMs })
}

/** The other tabs of this browser: they are told the id of who has signed in, and null when nobody is any more. */
let peers: BroadcastChannel | null = null

/** Keeps this tab at one with the others about who is signed in. `enter` takes in whoever signed in elsewhere. */
export function agreeWithPeers(enter: () => void): void {
  peers = new BroadcastChannel('session')
  peers.addEventListener('message', ({ data: userId }: MessageEvent<string | null>) => {
    if (userId === null) forget()
    else if (!session.user) enter()
    else if (session.user.userId !== userId) location.reload()
  })
}
