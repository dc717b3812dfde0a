import { lazy, Suspense, useEffect, useState } from 'react'
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
function cameFrom(path: string, search: string): string {
  if (path === '/auth-redirect') return `?${search}`
  return path === '/' ? '' : `?redirect=${encodeURIComponent(search ? `${path}?${search}` : path)}`
}

/** Whoever has not signed in: to sign-in, which leads back. */
function Outside() {
  const [path] = useLocation()
  const search = useSearch()
  if (path === '/login') return <SignInPage enter={enter} />
  return <Redirect to={`/login${cameFrom(path, search)}`} replace />
}

/** Whoever has signed in: the console, and never sign-in. */
function Inside() {
  const [path] = useLocation()
  const search = useSearch()
  if (path === '/login' || path === '/auth-redirect') return <Redirect to={wantedIn(search)} replace />
  return (
    <Suspense fallback={<Entering />}>
      <Console />
    </Suspense>
  )
}

/** The console, from its sign-in page on. */
export function App() {
  const { user } = useSession()
  const [asking, setAsking] = useState(() => token.held() !== '')
  const { wanted } = useSnapshot(toasts)
  useEffect(() => {
    agreeWithPeers(() => void enterAgain())
    if (token.held()) void enterAgain().finally(() => setAsking(false))
  }, [])
  return (
    <>
      <Guarded>{user ? <Inside /> : asking ? <Entering /> : <Outside />}</Guarded>
      {(wanted || user) && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </>
  )
}
