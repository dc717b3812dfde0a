import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Redirect, useLocation, useSearch } from 'wouter'
import { loadPart } from '#src/call/lazy-part.ts'
import { showError } from '#src/call/show-error.ts'
import { language, loadTexts } from '#src/locale/language.ts'
import { text } from '#src/locale/text.ts'
import { safePath } from '#src/session/base/safe-path.ts'
import { endSession, syncAcrossTabs, useSession } from '#src/session/base/session.ts'
import { token } from '#src/session/base/token.ts'
import { fetchCurrentUser } from '#src/session/current-user.ts'
import { SignInPage } from '#src/session/sign-in/SignInPage.tsx'
import { toast, toasts } from '#src/ui/feedback/toast.ts'
import { ErrorBoundary } from './shell/errors/ErrorBoundary.tsx'
import { Loading } from './shell/Loading.tsx'

const loadConsole = loadPart(() => import('#src/pages/Console.tsx'))
const Console = lazy(async () => ({ default: (await loadConsole()).Console }))
const Nothing = () => null
/** Where even this cannot be fetched, nothing is said, and the rest goes on. */
const Toasts = lazy(async () => {
  const part = await import('#src/ui/feedback/Toasts.tsx').catch(() => null)
  return { default: part?.Toasts ?? Nothing }
})

/** Fetches who it is, all texts and the console at once, and takes the person in. */
async function startConsole(): Promise<void> {
  try {
    const console = loadConsole().catch(() => {}) // said where the console should stand
    const [takeIn, texts] = await Promise.all([fetchCurrentUser(), loadTexts(language()), console])
    if (!texts) toast('warn', text('session.textsMissing'))
    takeIn()
  } catch (error) {
    endSession()
    throw error
  }
}

/** Lets in whoever holds a token already; says why not. */
async function resumeConsole(): Promise<void> {
  await startConsole().catch(showError)
}

/** Where one goes after signing in: what was wanted, else the start. */
const redirectPath = (search: string): string => safePath(new URLSearchParams(search).get('redirect')) ?? '/'

/** What sign-in has to know to lead back. */
const redirectSearch = (path: string, search: string): string =>
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
  return <Loading />
}

/** Whoever has not signed in: to sign-in, which leads back. `onStand`: somebody is asked to. */
function SignedOut({ onStand }: { onStand(): void }) {
  const [path] = useLocation()
  const search = useSearch()
  const asked = path === '/login'
  useEffect(() => {
    if (asked) onStand()
  }, [asked, onStand])
  if (asked) return <SignInPage enter={startConsole} />
  return <Redirect to={`/login${redirectSearch(path, search)}`} replace />
}

/** Whoever has signed in: the console, and never sign-in. Only who signs in goes on to what was wanted. */
function SignedIn({ wanted }: { wanted: boolean }) {
  const [path] = useLocation()
  const search = useSearch()
  if (path === '/login') return <Redirect to={wanted ? redirectPath(search) : '/'} replace />
  return (
    <Suspense fallback={<Loading />}>
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
    syncAcrossTabs(() => void resumeConsole())
    if (token.held()) void resumeConsole().finally(() => setAsking(false))
  }, [])
  const inFront = user ? <SignedIn wanted={stood} /> : asking ? <Loading /> : <SignedOut onStand={stand} />
  return (
    <>
      <ErrorBoundary>{path === '/auth-redirect' ? <AuthRedirect /> : inFront}</ErrorBoundary>
      {(wanted || user) && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </>
  )
}
