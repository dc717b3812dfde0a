import { proxy, useSnapshot } from 'valtio'
import { type Button, buttons, needsNoRight, type Requirement, type Right } from '#contract/kernel/rights.ts'
import type { MenuNode, PageId } from '#contract/menu.ts'
import type { SessionUser } from '#contract/session.ts'
import { setCountry } from '#src/locale/country.ts'
import { inEveryLanguage } from '#src/locale/language.ts'
import { text } from '#src/locale/text.ts'
import { toast } from '#src/ui/feedback/toast.ts'
import { token } from './token.ts'

interface CurrentSession {
  user: SessionUser | null
  menu: readonly MenuNode[]
  /** Pages granted, each with the sum of its button codes. */
  granted: ReadonlyMap<PageId, number>
  /** Pages whose lists are taken along with personal data in full. */
  inFull: ReadonlySet<string>
  /** What the person is here, as their roles are called. */
  roles: readonly string[]
}

const noPages = { granted: new Map<PageId, number>(), inFull: new Set<string>() }

/** Current session: who is signed in, and what they may. */
export const currentSession = proxy<CurrentSession>({ user: null, menu: [], ...noPages, roles: [] })

const pagesIn = (nodes: readonly MenuNode[]): [PageId, number][] =>
  nodes.flatMap(({ component, meta, children }) =>
    children
      ? pagesIn(children)
      : [[component as PageId, (meta.btnPermissions ?? []).reduce((sum, code) => sum | code, 0)] as [PageId, number]],
  )

const pagesInFull = (nodes: readonly MenuNode[]): string[] =>
  nodes.flatMap(({ component, meta, children = [] }) => [
    ...(meta.exportsInFull ? [component] : []),
    ...pagesInFull(children),
  ])

/** Pages of a menu, and what whoever it is for may do there. */
const rightsIn = (menu: readonly MenuNode[]) => ({
  granted: new Map(pagesIn(menu)),
  inFull: new Set(pagesInFull(menu)),
})

/** Takes in what the server says of who is signed in. What somebody else had begun is forgotten. */
export function startSession(user: SessionUser, menu: readonly MenuNode[], roles: readonly string[]): void {
  if (awaited !== null && awaited !== user.userId) notifyAll(goneListeners)
  awaited = null
  Object.assign(currentSession, { user, menu, roles, ...rightsIn(menu) })
  setCountry(user.country)
  notifyAll(signInListeners)
  peers?.postMessage({ is: 'in', userId: user.userId } satisfies PeerMessage)
}

/** Takes in that whoever is signed in may other things now: menu, palette and buttons follow. */
export function updateRights(menu: readonly MenuNode[], roles: readonly string[]): void {
  Object.assign(currentSession, { menu, roles, ...rightsIn(menu) })
}

/** Shows whoever is signed in as they show themselves from now on; empty for no picture. */
export function showOwnPicture(picture: string): void {
  if (currentSession.user) currentSession.user = { ...currentSession.user, avatar: picture }
}

const holds = (right: Right): boolean => {
  const [page, button] = right.split('.') as [PageId, Button | undefined]
  const codes = currentSession.granted.get(page)
  return codes !== undefined && (!button || (codes & buttons[button]) !== 0)
}

/** Whether whoever is signed in may; the server decides it again. */
export function may(right: Requirement): boolean {
  if (needsNoRight(right)) return true
  return typeof right === 'string' ? holds(right) : right.some(holds)
}

/** Whether whoever is signed in takes the list of a page along with personal data in full; the server decides it again. */
export const mayExportInFull = (page: PageId): boolean => currentSession.inFull.has(page)

/**
 * Whether one of these button codes is granted on a page. Source: specification, sections 5 and 6.
 * @throws TypeError where there is no list of codes: whoever guards something has to say what for.
 */
export function hasButtonCode(page: string, codes: readonly number[]): boolean {
  if (!Array.isArray(codes) || codes.length === 0 || !codes.every(Number.isInteger)) throw new TypeError('roles needed')
  const sum = currentSession.granted.get(page as PageId) ?? 0 // a page nobody knows is granted to nobody
  return codes.some((code) => (sum & code) !== 0)
}

export const useSession = () => useSnapshot(currentSession)

type SessionListener = () => void
const notifyAll = (all: ReadonlySet<SessionListener>): void => {
  for (const hear of all) hear()
}
const signInListeners = new Set<SessionListener>()
const signOutListeners = new Set<SessionListener>()
const expiryListeners = new Set<SessionListener>()
const goneListeners = new Set<SessionListener>()
type BeforeSignOut = (signal: AbortSignal) => Promise<unknown>
const beforeSignOutListeners = new Set<BeforeSignOut>()

/** Has `hear` called whenever somebody has signed in. */
export const onSignIn = (hear: SessionListener): void => void signInListeners.add(hear)
/** Has `hear` called whenever a session ends, however it ends: for what must not stand there without one. */
export const onSignOut = (hear: SessionListener): void => void signOutListeners.add(hear)
/** Has `tell` called before somebody ends their session: for what the server would not hear afterwards. */
export const onBeforeSignOut = (tell: BeforeSignOut): void => void beforeSignOutListeners.add(tell)
/** A server that does not answer keeps nobody signed in here. */
const patienceMs = 3_000
/**
 * Tells the server what it has still to hear, while it listens. Answers how much patience is left for the last word.
 */
export async function notifyBeforeSignOut(): Promise<AbortSignal> {
  const signal = AbortSignal.timeout(patienceMs)
  await Promise.allSettled(Array.from(beforeSignOutListeners, (tell) => tell(signal)))
  return signal
}
/** Has `hear` called when a session runs out, before anything else is forgotten. */
export const onExpiry = (hear: SessionListener): void => void expiryListeners.add(hear)
/**
 * Has `hear` called when somebody is gone for good: they signed out, or their session ran out and somebody else signed
 * in. Until then what they had begun waits for them.
 */
export const onUserGone = (hear: SessionListener): void => void goneListeners.add(hear)

/** Whose session ran out, and who may come back to what they had begun. */
let awaited: string | null = null

function end(): void {
  token.drop()
  Object.assign(currentSession, { user: null, menu: [], roles: [], ...noPages })
  setCountry(null)
  notifyAll(signOutListeners)
}

function endForGood(): void {
  awaited = null
  end()
  notifyAll(goneListeners)
}

function expire(): void {
  awaited = currentSession.user?.userId ?? awaited
  notifyAll(expiryListeners)
  end()
}

/** Forgets who was signed in, and everything that was kept of them, in every tab. */
export function endSession(): void {
  endForGood()
  peers?.postMessage({ is: 'out' } satisfies PeerMessage)
}

/** How long an error stays. Source: specification, section 9. */
export const errorToastMs = 5_000

/** What a 401 says when the session has ended, beside our own words for it. Source: specification, section 8. */
const endings = ['Your session has expired, please log in again.', 'No autorizado']
/** The Spanish equivalent, which the specification does not quote: its words vary. */
const spanishEnding = /^(?:su|tu|la) sesión (?:ha|se ha) (?:expirado|caducado|vencido)/i
const saysOver = (message: string): boolean =>
  endings.includes(message) ||
  spanishEnding.test(message.trim()) ||
  inEveryLanguage('session.expired').includes(message)

/**
 * A call was answered with 401. Where the session has ended it is said, once, and leads to sign-in, which leads back;
 * any other 401 is said and ends nothing.
 */
export function handleUnauthorized(message: string, fault?: string): void {
  // our own server names the fault, whatever language it speaks
  const over = fault === 'session_expired' || saysOver(message)
  if (over && !currentSession.user && !token.held()) return
  if (over) {
    expire()
    peers?.postMessage({ is: 'over' } satisfies PeerMessage)
  }
  toast('bad', message || text('session.error'), { ms: errorToastMs })
}

/**
 * What the tabs of this browser tell one another: who has signed in, that somebody signed out, that a session ran out.
 */
type PeerMessage = { readonly is: 'in'; readonly userId: string } | { readonly is: 'out' | 'over' }
let peers: BroadcastChannel | null = null

/** Keeps this tab at one with the others about who is signed in. `enter` takes in whoever signed in elsewhere. */
export function syncAcrossTabs(enter: () => void): void {
  if (peers) return
  peers = new BroadcastChannel('session')
  peers.addEventListener('message', ({ data }: MessageEvent<PeerMessage>) => {
    if (data.is !== 'in') return data.is === 'out' ? endForGood() : expire()
    if (!currentSession.user) enter()
    else if (currentSession.user.userId !== data.userId) location.reload()
  })
}
