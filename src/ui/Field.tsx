import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useText } from '#src/locale/text.ts'
import styles from './Field.module.css'

interface Props extends ComponentProps<'input'> {
  readonly label: string
  /** What is wrong with it. */
  readonly error?: string | false | null
  /** What helps while typing. */
  readonly hint?: ReactNode
  /** Stands inside, behind the text. */
  readonly trailing?: ReactNode
}

/** One line to type into, with its name above it and what is wrong with it below. */
export function TextField({ label, error, hint, trailing, ...input }: Props) {
  const id = useId()
  const below = error || hint
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box} data-invalid={error ? '' : undefined}>
        <input
          type="text"
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={below ? `${id}-below` : undefined}
        />
        {trailing}
      </div>
      {below && (
        <div id={`${id}-below`} className={error ? styles.error : styles.hint}>
          {below}
        </div>
      )}
    </div>
  )
}

interface TextAreaProps extends ComponentProps<'textarea'> {
  readonly label: string
  readonly error?: string | false | null
  readonly hint?: ReactNode
}

/** Several lines to type into. */
export function TextArea({ label, error, hint, ...area }: TextAreaProps) {
  const id = useId()
  const below = error || hint
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box} data-invalid={error ? '' : undefined}>
        <textarea
          {...area}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={below ? `${id}-below` : undefined}
        />
      </div>
      {below && (
        <div id={`${id}-below`} className={error ? styles.error : styles.hint}>
          {below}
        </div>
      )}
    </div>
  )
}

interface SelectFieldProps<Value extends string> {
  readonly label: string
  readonly value: Value
  /** What can be chosen, with its name. */
  readonly options: readonly (readonly [value: Value, name: string])[]
  readonly disabled?: boolean
  onChange(value: Value): void
}

/** One of a few words, with its name above it. */
export function SelectField<Value extends string>({
  label,
  value,
  options,
  disabled,
  onChange,
}: SelectFieldProps<Value>) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.select}
        value={value}
        disabled={disabled}
        onChange={({ target }) => onChange(target.value as Value)} // one of the options
      >
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** A password: hidden until asked to be shown. Says when Caps Lock is on. */
export function PasswordField({ hint, ...field }: Omit<Props, 'trailing' | 'type'>) {
  const { text } = useText()
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const notice = (event: KeyboardEvent<HTMLInputElement>) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <TextField
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      onKeyDown={notice}
      onKeyUp={notice}
      onBlur={() => setCapsLock(false)}
      hint={capsLock ? text('session.capsLock') : hint}
      trailing={
        <button
          type="button"
          className={styles.show}
          aria-label={text(shown ? 'session.hidePassword' : 'session.showPassword')}
          onClick={() => setShown(!shown)}
        >
          {text(shown ? 'session.hide' : 'session.show')}
        </button>
      }
    />
  )
}
