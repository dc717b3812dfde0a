import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Language } from '#locales/index.ts'
import { loadPart } from '#src/call/part.ts'
import { languageNames, offeredLanguages, setLanguage, useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { Brand } from '#src/ui/Brand.tsx'
import { look, useShownTheme } from '#src/ui/look.ts'
import { useClock } from './clock.ts'
import { SignIn } from './SignIn.tsx'
import styles from './SignInPage.module.css'

const loadChangePassword = loadPart(() => import('./ChangePassword.tsx'))
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
  return (
    <select
      aria-label={text('session.language')}
      value={language}
      onChange={(event) => void setLanguage(event.target.value as Language)} // one of the options
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

/** The page that lets people in. Whoever has to choose a password first gets no further. */
export function SignInPage({ enter }: { enter(): Promise<void> }) {
  const [mustChange, setMustChange] = useState<string | null>(null)
  return (
    <div className={styles.page}>
      <aside className={styles.aside}>
        <Brand />
        <Tips />
        <CountryClock />
      </aside>
      <main className={styles.main}>
        <SignIn enter={enter} onMustChange={setMustChange} />
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
    </div>
  )
}
