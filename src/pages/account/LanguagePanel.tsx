import type { Language as Code } from '#locales/index.ts'
import { languageNames, useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { switchLanguage } from '#src/shell/shell-actions.ts'
import { Panel } from '#src/ui/Panel.tsx'
import styles from './Account.module.css'

/** The language of the screen, out of all there are. */
export function LanguagePanel() {
  const { text } = useText()
  const language = useLanguage()
  return (
    <Panel title={text('session.language')}>
      <div className={styles.row}>
        <select
          className={styles.choice}
          aria-label={text('session.language')}
          value={language}
          onChange={(event) => void switchLanguage(event.target.value as Code)} // one of the options
        >
          {(Object.keys(languageNames) as Code[]).map((code) => (
            <option key={code} value={code} lang={code}>
              {languageNames[code]}
            </option>
          ))}
        </select>
        <p className={styles.says}>{text('account.language.says')}</p>
      </div>
    </Panel>
  )
}
