import { useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { hrefOf } from '#src/shell/tabs.ts'
import { begin } from './executor.ts'
import type { Found } from './found.ts'
import { history, note, pin } from './history.ts'
import { close, palette, show } from './palette.ts'
import { type Meant, scene } from './scene.ts'

interface How {
  /** The rows that are meant, where those are not of the page. */
  readonly about: Meant | null
  /** The palette stays open when it has run. */
  readonly stay?: boolean
}

const bare = { args: {}, names: {}, typed: {}, foreign: false }

/** Does what was chosen. */
export function choose({ off, target }: Found, { about, stay = false }: How): void {
  if (off) return
  palette.stays = stay
  switch (target.to) {
    case 'command':
      void begin(target.command, { ...(about && { meant: about }), ...target.given })
      break
    case 'why':
      show({ at: 'why', draft: { ...bare, command: target.command, meant: about ?? scene.list?.meant() ?? null } })
      break
    case 'run':
      target.run()
      break
    case 'page': {
      const { id, path } = target.destination
      note(id)
      palette.text = ''
      close()
      navigate(target.filter ? `${path}?q=${encodeURIComponent(target.filter)}` : hrefOf(path))
    }
  }
}

/** Pins what a row stands for, or no longer. */
export function togglePin({ target }: Found): void {
  const id =
    target.to === 'command' || target.to === 'why'
      ? target.command.id
      : target.to === 'page'
        ? target.destination.id
        : null
  if (id) void pin(id, !history.pinned.includes(id))
}

/** Rows that have just appeared are not what Enter was pressed for. */
const youngMs = 150

/** Tells of a row whether Enter may mean it: it was there when the key went down, or changes nothing. */
export function useSettledRows(all: readonly Found[]): (found: Found) => boolean {
  const since = useRef(new Map<string, number>())
  const now = performance.now()
  const before = since.current
  since.current = new Map(all.map(({ id }) => [id, before.get(id) ?? now]))
  return ({ id, harmless }) => harmless || performance.now() - (since.current.get(id) ?? 0) >= youngMs
}
