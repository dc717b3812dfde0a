import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { useKeys } from '#src/keyboard/keyboard.ts'
import type { Shortcut } from '#src/keyboard/shortcut.ts'
import { useWheelScroll } from '#src/shell/tabs/use-wheel-scroll.ts'
import { Kbd } from '#src/ui/Kbd.tsx'
import styles from './RecordTabs.module.css'
import { useTabInAddress } from './use-tab-in-address.ts'

/** A part of a record that is read when it is opened. */
export interface RecordTab {
  /** Stands in the address. */
  readonly id: string
  readonly title: string
  show(): ReactNode
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const
/** The keys of the tabs, in their order: a digit, and from the eleventh on `v` before it. */
const tabKeys: readonly Shortcut[] = [...digits, ...digits.map((digit) => `v ${digit}` as const)]

/** The parts of a record, one in front: chosen by a click, its key, or `[` and `]`. */
export function RecordTabs({ name, tabs }: { readonly name: string; readonly tabs: readonly RecordTab[] }) {
  const [front, open] = useTabInAddress(tabs.map(({ id }) => id))
  const at = tabs.findIndex(({ id }) => id === front)
  const list = useWheelScroll<HTMLDivElement>(front)
  const step = (by: number) => open(tabs[(at + by + tabs.length) % tabs.length]!.id)
  useKeys('record', [
    ...tabKeys.flatMap((keys, nth) => {
      const tab = tabs[nth]
      return tab ? [{ id: 'command.recordTab', keys, run: () => open(tab.id) }] : []
    }),
    { id: 'command.previousRecordTab', keys: '[', run: () => step(-1) },
    { id: 'command.nextRecordTab', keys: ']', run: () => step(1) },
  ])
  return (
    <Tabs.Root value={front} onValueChange={open} className={styles.root}>
      <Tabs.List ref={list} className={styles.list} aria-label={name}>
        {tabs.map(({ id, title }, nth) => (
          <Tabs.Trigger key={id} value={id} className={styles.tab} aria-keyshortcuts={tabKeys[nth]}>
            {title} {tabKeys[nth] && <Kbd keys={tabKeys[nth]} quiet />}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content key={front} value={front} className={styles.content}>
        {tabs[at]?.show()}
      </Tabs.Content>
    </Tabs.Root>
  )
}
