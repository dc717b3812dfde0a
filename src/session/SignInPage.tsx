import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Language } from '#locales/index.ts'
import { announce } from '#src/call/announce.ts'
import { loadPart } from '#src/call/part.ts'
import { languageNames, offeredLanguages, setLanguage, useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { Brand } from '#src/ui/Brand.tsx'
import { look, useShownTheme } from '#src/ui/look.ts'
import { useClock } from './clock.ts'
import { keepLanguage } from './kept.ts'
import { SignIn } from './SignIn.tsx'
import styles from './SignInPage.module.css'
import { token } from './token.ts'
import type { Begun } from './two-factor.ts'

const loadChangePassword = loadPart(() => import('./ChangePassword.tsx'))
const loadSetup = loadPart(async () => ({
  ...(await import('./TwoFactorSetup.tsx')),
  ...(await import('./two-factor.ts')),
}))
const TwoFactorSetup = lazy(async () => ({ default: (await loadSetup()).TwoFactorSetup }))
const ChangePassword = lazy(async () => ({ default: (await loadChangePassword()).ChangePassword }))

interface TipProps {
  /** What one types. */
  readonly typed: string
  /** What that finds. */
  readonly found?: ReactNode
  readonly children: string
}

function Tip({ typed, found, children }: TipProps) {
  return (
    <li>
      <b>{typed}</b>
      {found && <span className={styles.found}>{found}</span>}
      <span>{children}</span>
    </li>
  )
}

/** What kind of console this is, in four lines. */
function Tips() {
  const { text } = useText()
  return (
    <ul className={styles.tips}>
      <Tip typed="redi" found={text('session.tip.oneOrMany')}>
        {text('session.tip.oneOrMany.says')}
      </Tip>
      <Tip typed="hk jh" found={<span lang="zh">还款计划</span>}>
        {text('session.tip.anyLanguage.says')}
      </Tip>
      <Tip typed="/ state:50 overdue>10">{text('session.tip.filter.says')}</Tip>
      <Tip typed="?">{text('session.tip.keys.says')}</Tip>
    </ul>
  )
}

function LanguageChoice() {
  const { text } = useText()
  const language = useLanguage()
  const offered: readonly Language[] = offeredLanguages
  const choose = (next: Language) => {
    keepLanguage(next)
    void setLanguage(next)
  }
  return (
    <select
      aria-label={text('session.language')}
      value={language}
      onChange={(event) => choose(event.target.value as Language)} // one of the options
    >
      {[...offered, ...(offered.includes(language) ? [] : [language])].map((code) => (
        <option key={code} value={code} lang={code}>
          {languageNames[code]}
        </option>
      ))}
    </select>
  )
}

function ThemeChoice() {
  const { text } = useText()
  const other = useShownTheme() === 'dark' ? 'light' : 'dark'
  return (
    <button
      type="button"
      onClick={() => {
        look.theme = other
      }}
    >
      <span aria-hidden="true">◐</span> {text(`session.${other}`)}
    </button>
  )
}

function CountryClock() {
  const { text } = useText()
  const clock = useClock()
  return (
    <p className={styles.clock} title={text('session.clock')}>
      {clock && `${clock.country} ${clock.time} · ${clock.offset}`}
    </p>
  )
}

/** The token was good for this page only; from here on it is that of every tab. */
function promote(): void {
  const passing = token.held()
  token.drop()
  token.hold(passing)
}

/** The page that lets people in. Whoever has to choose a password, or to set up two-factor, first gets no further. */
export function SignInPage({ enter }: { enter(): Promise<void> }) {
  const [mustChange, setMustChange] = useState<string | null>(null)
  const [begun, setBegun] = useState<Begun | null>(null)
  const begin = async () => setBegun(await (await loadSetup()).beginTwoFactor())
  const goOn = () => {
    promote()
    setBegun(null)
    void enter().catch(announce)
  }
  return (
    <div className={styles.page}>
      <aside className={styles.aside}>
        <Brand />
        <Tips />
        <CountryClock />
      </aside>
      <main className={styles.main}>
        <SignIn enter={enter} onMustChange={setMustChange} onTwoFactorDue={begin} />
        <div className={styles.choices}>
          <LanguageChoice />
          <ThemeChoice />
        </div>
      </main>
      {mustChange !== null && (
        <Suspense>
          <ChangePassword account={mustChange} />
        </Suspense>
      )}
      {begun && (
        <Suspense>
          <TwoFactorSetup begun={begun} onDone={goOn} />
        </Suspense>
      )}
    </div>
  )
}
