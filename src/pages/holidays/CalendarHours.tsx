import { useEffect } from 'react'
import { Link } from 'wouter'
import { holidays } from '#contract/holidays.ts'
import { contactWeek, hasContactLaw } from '#contract/kernel/contact-hours.ts'
import { listPath } from '#contract/kernel/subject.ts'
import { QueryResult } from '#src/call/QueryResult.tsx'
import { invalidate, useCall } from '#src/call/query-client.ts'
import { onRowsChanged } from '#src/grid/model/live-stream.ts'
import { useCountry } from '#src/locale/country.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { may } from '#src/session/base/session.ts'
import { DescriptionList } from '#src/ui/data/DescriptionList.tsx'
import styles from './CalendarHours.module.css'
import { hoursByDay, windowText } from './hours-by-day.ts'

const refetch = () => invalidate(['holidays'])

/** Over the calendar: when customers may be contacted and when the business works, what of it is law, and how far it reaches. */
export function CalendarHours() {
  const { text } = useText()
  const language = useLanguage()
  const country = useCountry()
  const query = useCall(holidays.hours, {})
  useEffect(() => onRowsChanged('holidays', refetch), [])
  // business hours are parameters
  useEffect(() => onRowsChanged('parameters', refetch), [])
  const contact = hoursByDay(contactWeek(country), language)
    .map(({ days, window }) => `${days} ${window ? windowText(window) : text('holidays.hours.none')}`)
    .join(' · ')
  return (
    <section className={styles.hours} aria-label={text('holidays.hours.label')}>
      <QueryResult query={query}>
        {({ opensAt, closesAt, daysPerWeek, until }) => {
          const office = [opensAt, closesAt] as const
          const week = Array.from({ length: daysPerWeek }, () => office)
          const worked = hoursByDay(week, language).map(({ days }) => `${days} ${windowText(office)}`)
          return (
            <DescriptionList
              facts={[
                [text(hasContactLaw(country) ? 'holidays.hours.law' : 'holidays.hours.careful'), contact],
                [
                  text('holidays.hours.office'),
                  <>
                    {worked}
                    {may('parameters.edit') && (
                      <Link className={styles.change} href={listPath('parameters', 'id:office.*')}>
                        {text('holidays.hours.change')}
                      </Link>
                    )}
                  </>,
                ],
                [text('holidays.hours.until'), until ?? text('holidays.hours.never')],
              ]}
            />
          )
        }}
      </QueryResult>
    </section>
  )
}
