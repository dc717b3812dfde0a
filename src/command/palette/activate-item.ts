import { useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { type ActionTarget, currentTarget } from '#src/command/active-list.ts'
import { startCommand } from '#src/command/run/executor.ts'
import { commandHistory, recordUse, setPinned } from '#src/command/run/history.ts'
import { closePalette, goToStep, type PaletteStep, paletteState } from '#src/command/run/palette-state.ts'
import { isExternal } from '#src/session/base/validators.ts'
import { hrefOf } from '#src/session/tabs.ts'
import { isReachable, type PaletteAction, type PaletteItem } from './items/palette-item.ts'

interface ActivateOptions {
  /** The rows that are meant, where those are not of the page. */
  readonly targetOverride: ActionTarget | null
  /** The palette stays open when it has run. */
  readonly keepOpen?: boolean
}

const emptyDraft = { args: {}, names: {}, initialTexts: {}, untrusted: false }

/** Why a command cannot be run, or that it can. */
const whyStep = (
  { command, given }: Extract<PaletteAction, { to: 'why' }>,
  targetOverride: ActionTarget | null,
): PaletteStep => ({
  at: 'why',
  draft: { ...emptyDraft, command, target: given?.target ?? targetOverride ?? currentTarget() },
  targetOverride,
})

/** Does what was chosen. */
export function activateItem(found: PaletteItem, { targetOverride, keepOpen = false }: ActivateOptions): void {
  if (!isReachable(found)) return
  const { action } = found
  paletteState.keepOpen = keepOpen
  switch (action.to) {
    case 'command':
      void startCommand(action.command, { ...(targetOverride && { target: targetOverride }), ...action.given })
      break
    case 'why':
      goToStep(whyStep(action, targetOverride), paletteState.text) // one step back leads to it
      break
    case 'run':
      action.run()
      break
    case 'page': {
      const { id, path } = action.destination
      recordUse(id)
      paletteState.text = ''
      closePalette()
      if (isExternal(path)) {
        window.open(path, '_blank', 'noopener,noreferrer')
        break
      }
      navigate(action.filter ? `${path}?q=${encodeURIComponent(action.filter)}` : hrefOf(path))
    }
  }
}

/** Pins what a row stands for, or no longer. */
export function togglePin({ action }: PaletteItem): void {
  const id =
    action.to === 'command' || action.to === 'why'
      ? action.command.id
      : action.to === 'page'
        ? action.destination.id
        : null
  if (id) void setPinned(id, !commandHistory.pinned.includes(id))
}

/** Rows that have just appeared are not what Enter was pressed for. */
const settleMs = 150

/** Tells of a row whether Enter may mean it: it was there when the key went down, or changes nothing. */
export function useSettledItems(all: readonly PaletteItem[]): (found: PaletteItem) => boolean {
  const since = useRef(new Map<string, number>())
  const now = performance.now()
  const before = since.current
  since.current = new Map(all.map(({ id }) => [id, before.get(id) ?? now]))
  return ({ id, readOnly }) => readOnly || performance.now() - (since.current.get(id) ?? 0) >= settleMs
}
