import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { OptionList } from '#src/command/palette/OptionList.tsx'

/** What the list shows: rows, those that cannot be chosen, and the one that Enter would choose. */
export interface Shown {
  readonly ids: readonly string[]
  readonly disabled: readonly string[]
  readonly chosen: string | null
}

declare global {
  interface Window {
    /** Has the list show something else. */
    show(next: Shown): void
    /** What was chosen with the pointer. */
    ran: string[]
  }
}

window.ran = []

function Page() {
  const line = useRef<HTMLInputElement>(null)
  const [{ ids, disabled, chosen }, setShown] = useState<Shown>({ ids: [], disabled: [], chosen: null })
  window.show = (next) => flushSync(() => setShown(next))
  const choices = ids.map((id) => ({ id, disabled: disabled.includes(id), node: id }))
  return (
    <>
      <input ref={line} role="combobox" aria-expanded="true" />
      <OptionList
        line={line}
        label="rows"
        chosen={chosen}
        onChoose={(id) => void window.ran.push(id)}
        more={{ said: (count) => `${count} more`, reach: (id) => void window.ran.push(`reach ${id}`) }}
        sections={[{ heading: 'rows', choices }]}
      />
    </>
  )
}

createRoot(document.body.appendChild(document.createElement('div'))).render(<Page />)
