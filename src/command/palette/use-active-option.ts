import { useState } from 'react'

/**
 * Which of some rows is chosen: the one that was moved to while it is there and the line still says `text`, else
 * `otherwise`. What arrives later never moves it.
 */
export function useActiveOption(ids: readonly string[], otherwise: string | null, text: string) {
  const [at, setAt] = useState<{ id: string; text: string } | null>(null)
  const moved = at?.text === text && ids.includes(at.id)
  const chosen = moved ? at.id : otherwise
  const move = (by: number) => {
    const id = ids[(ids.indexOf(chosen ?? '') + by + ids.length) % ids.length]
    if (id) setAt({ id, text })
  }
  const reach = (id: string) => setAt({ id, text })
  return { chosen, move, moved, reach }
}
