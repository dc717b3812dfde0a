import { useSnapshot } from 'valtio'
import hidden from '../hidden.module.css'
import { announced } from './announcer.ts'

/** The live region: read out, not seen. Stands once; a space more has the same text read again. */
export function Announcer() {
  const { text, turn } = useSnapshot(announced)
  return (
    <div className={hidden.hidden} aria-live="polite" aria-atomic="true" data-announcer="">
      {text + '\u00a0'.repeat(turn % 2)}
    </div>
  )
}
