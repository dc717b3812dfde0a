import { type RefObject, useState } from 'react'
import type { AgencyConduct } from '#contract/conduct-report.ts'
import type { IdOf } from '#contract/kernel/values.ts'
import { PageCommand } from '#src/command/run/PageCommands.tsx'
import { useText } from '#src/locale/text.ts'
import { SelectField, TextField } from '#src/ui/Field.tsx'
import styles from './Conduct.module.css'
import { type Period, parsePeriod } from './parse-period.ts'
import type { useConductAddress } from './use-conduct-address.ts'

interface Props {
  readonly shown: ReturnType<typeof useConductAddress>
  /** Those that can be chosen. */
  readonly agencies: readonly Pick<AgencyConduct, 'id' | 'name'>[]
  readonly field: RefObject<HTMLDivElement | null>
}

const said = ({ from, to }: Period): string => (from === to ? from : `${from} – ${to}`)

/** The period, in words; it is shown once Enter is pressed, or the field is left. */
function PeriodField({ shown: { address, days, show, today, language } }: Pick<Props, 'shown'>) {
  const { text } = useText()
  const [typed, setTyped] = useState(address.period)
  const meant = typed === address.period ? days : parsePeriod(typed, { today, language })
  const take = () => meant && typed !== address.period && show({ period: typed })
  return (
    <TextField
      label={text('conductReport.period')}
      value={typed}
      autoComplete="off"
      error={!meant && text('conductReport.noPeriod')}
      hint={meant && said(meant)}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={take}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter' || key === 'Escape') currentTarget.blur()
      }}
    />
  )
}

/** What stands over the table: which days, which agency, and the files that can be made of it. */
export function ConductHead({ shown, agencies, field }: Props) {
  const { text } = useText()
  const { address, show } = shown
  const options = agencies.flatMap(({ id, name }) => (id === null ? [] : [[id as string, name] as const]))
  return (
    <header className={styles.head}>
      <h1>{text('menu.conductReport')}</h1>
      <div ref={field} className={styles.period}>
        <PeriodField key={address.period} shown={shown} />
      </div>
      {(options.length > 1 || address.agency) && (
        <SelectField
          label={text('conductReport.agency')}
          value={address.agency ?? ''}
          options={[['', text('conductReport.allAgencies')], ...options]}
          onChange={(agency) => show({ agency: agency === '' ? null : (agency as IdOf<'unit'>) })} // one of the options
        />
      )}
      <div className={styles.acts}>
        <PageCommand id="conductReport.pdf" label="conductReport.asPdf" />
        <PageCommand id="conductReport.csv" label="conductReport.asCsv" />
      </div>
    </header>
  )
}
