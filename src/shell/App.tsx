import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Redirect, useLocation, useSearch } from 'wouter'
import { announce } from '#src/call/announce.ts'
import { loadPart } from '#src/call/part.ts'
import { language, loadTexts } from '#src/locale/language.ts'
import { text } from '#src/locale/text.ts'
import { SignInPage } from '#src/session/SignInPage.tsx'
import { safePath } from '#src/session/safe-path.ts'
import { agreeWithPeers, leave, useSession } from '#src/session/session.ts'
import { token } from '#src/session/token.ts'
import { askWho } from '#src/session/who.ts'
import { toast, toasts } from '#src/ui/toast.ts'
import { Entering } from './Entering.tsx'
import { Guarded } from './Guarded.tsx'

const loadConsole = loadPart(() => import('#src/pages/Console.tsx'))
const Console = lazy(async () => ({ default: (await loadConsole()).Console }))
const Nothing = () => null
/** Where even this cannot be fetched, nothing is said, and the rest goes on. */
const Toasts = lazy(async () => {
  const part = await import('#src/ui/Toasts.tsx').catch(() => null)
  return { default: part?.Toasts ?? Nothing }
})

/** Fetches who it is, all texts and the console at once, and takes the person in. */
async function enter(): Promise<void> {
  try {
    const console = loadConsole().catch(() => {}) // said where the console should stand
    const [takeIn, texts] = await Promise.all([askWho(), loadTexts(language()), console])
    if (!texts) toast('warn', text('session.textsMissing'))
    takeIn()
  } catch (error) {
    leave()
    throw error
  }
}

/** Lets in whoever holds a token already; says why not. */
async function enterAgain(): Promise<void> {
  await enter().catch(announce)
}

/** Where one goes after signing in: what was wanted, else the start. */
const wantedIn = (search: string): string => safePath(new URLSearchParams(search).get('redirect')) ?? '/'

/** What sign-in has to know to lead back. */
const cameFrom = (path: string, search: string): string =>
  path === '/' ? '' : `?redirect=${encodeURIComponent(search ? `${path}?${search}` : path)}`

/** Hands what an address asks to the window that opened this one, if that is ours, too. Answers whether it was. */
function handToOpener(search: string): boolean {
  try {
    const opener = window.opener as Window | null // any window, or none
    if (opener?.location.origin !== location.origin) return false
    opener.location.replace(`/login${search}`)
    return true
  } catch {
    return false // a window of somebody else's
  }
}

/** Comes back from signing in elsewhere: what it brings goes to whoever opened it, or to sign-in. */
function AuthRedirect() {
  const [, navigate] = useLocation()
  useEffect(() => {
    const { search } = location
    if (handToOpener(search)) window.close()
    else navigate(`/login${search}`, { replace: true })
  }, [navigate])
  return <Entering />
}

/** Whoever has not signed in: to sign-in, which leads back. `onStand`: somebody is asked to. */
function Outside({ onStand }: { onStand(): void }) {
  const [path] = useLocation()
  const search = useSearch()
  const asked = path === '/login'
  useEffect(() => {
    if (asked) onStand()
  }, [asked, onStand])
  if (asked) return <SignInPage enter={enter} />
  return <Redirect to={`/login${cameFrom(path, search)}`} replace />
}

/** Whoever has signed in: the console, and never sign-in. Only who signs in goes on to what was wanted. */
function Inside({ wanted }: { wanted: boolean }) {
  const [path] = useLocation()
  const search = useSearch()
  if (path === '/login') return <Redirect to={wanted ? wantedIn(search) : '/'} replace />
  return (
    <Suspense fallback={<Entering />}>
      <Console />
    </Suspense>
  )
}

/** The console, from its sign-in page on. */
export function App() {
  const { user } = useSession()
  const [path] = useLocation()
  const [asking, setAsking] = useState(() => token.held() !== '')
  const [stood, setStood] = useState(false)
  const stand = useCallback(() => setStood(true), [])
  const { wanted } = useSnapshot(toasts)
  useEffect(() => {
    agreeWithPeers(() => void enterAgain())
    if (token.held()) void enterAgain().finally(() => setAsking(false))
  }, [])
  const inFront = user ? <Inside wanted={stood} /> : asking ? <Entering /> : <Outside onStand={stand} />
  return (
    <>
      <Guarded>{path === '/auth-redirect' ? <AuthRedirect /> : inFront}</Guarded>
      {(wanted || user) && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </>
  )
}
