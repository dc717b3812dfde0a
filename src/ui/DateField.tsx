import { CalendarDays } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import type { LocalDate } from '#contract/kernel/values.ts'
import { useText } from '#src/locale/text.ts'
import styles from './DateField.module.css'
import { dayOf } from './day-of.ts'
import { TextField } from './Field.tsx'
import { IconButton } from './IconButton.tsx'

interface Props extends Pick<ComponentProps<typeof TextField>, 'label' | 'error' | 'required' | 'readOnly'> {
  /** As the product writes a day: 2026-12-31; or as far as it is typed. */
  readonly value: string
  /** The last day that the calendar offers. */
  readonly last?: LocalDate | undefined
  onDay(value: string): void
}

/** Opens the calendar of the browser; one that has none leaves the line to type into. */
function openCalendar(input: HTMLInputElement | null): void {
  try {
    input?.showPicker()
  } catch {
    // a frame of elsewhere, or a browser without it
  }
}

/** A day: written one way in the whole product, whatever the browser would make of it, or chosen from a calendar. */
export function DateField({ value, readOnly, last, onDay, ...field }: Props) {
  const { text } = useText()
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <TextField
      {...field}
      value={value}
      readOnly={readOnly}
      placeholder="2026-12-31"
      inputMode="numeric"
      autoComplete="off"
      onChange={({ target }) => onDay(target.value)}
      onBlur={() => dayOf(value) !== value && onDay(dayOf(value))}
      trailing={
        !readOnly && (
          <span className={styles.calendar}>
            <input
              ref={calendar}
              type="date"
              tabIndex={-1}
              aria-hidden="true"
              value={dayOf(value)}
              max={last}
              onChange={({ target }) => onDay(target.value)}
            />
            <IconButton label={text('call.calendar')} onClick={() => openCalendar(calendar.current)}>
              <CalendarDays size={14} aria-hidden="true" />
            </IconButton>
          </span>
        )
      }
    />
  )
}
