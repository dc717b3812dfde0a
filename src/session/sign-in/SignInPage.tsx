import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Language } from '#locales/index.ts'
import { loadPart } from '#src/call/lazy-part.ts'
import { showError } from '#src/call/show-error.ts'
import { languageNames, offeredLanguages, setLanguage, useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { Brand } from '#src/ui/Brand.tsx'
import { appearance, useShownTheme } from '#src/ui/theme/theme.ts'
import { token } from '../base/token.ts'
import { useClock } from '../clock.ts'
import type { TwoFactorSecret } from '../two-factor/two-factor.ts'
import { saveLanguage } from '../user-settings.ts'
import { SignIn } from './SignIn.tsx'
import styles from './SignInPage.module.css'

const loadChangePassword = loadPart(() => import('./ChangePassword.tsx'))
const loadSetup = loadPart(async () => ({
  ...(await import('../two-factor/TwoFactorSetup.tsx')),
  ...(await import('../two-factor/two-factor.ts')),
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

function LanguageSelect() {
  const { text } = useText()
  const language = useLanguage()
  const offered: readonly Language[] = offeredLanguages
  const choose = (next: Language) => {
    saveLanguage(next)
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

function ThemeToggle() {
  const { text } = useText()
  const other = useShownTheme() === 'dark' ? 'light' : 'dark'
  return (
    <button
      type="button"
      onClick={() => {
        appearance.theme = other
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
function promoteToken(): void {
  const passing = token.held()
  token.drop()
  token.hold(passing)
}

/** The page that lets people in. Whoever has to choose a password, or to set up two-factor, first gets no further. */
export function SignInPage({ enter }: { enter(): Promise<void> }) {
  const [mustChange, setMustChange] = useState<string | null>(null)
  const [begun, setBegun] = useState<TwoFactorSecret | null>(null)
  const begin = async () => setBegun(await (await loadSetup()).beginTwoFactor())
  const goOn = () => {
    promoteToken()
    setBegun(null)
    void enter().catch(showError)
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
          <LanguageSelect />
          <ThemeToggle />
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
