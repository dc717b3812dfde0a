import { useEffect } from 'react'
import { tabMemory } from '#src/session/tabs.ts'

const name = 'scroll'
/** What somebody does to go elsewhere by themselves: from then on nothing is brought back. */
const userMoves = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Brings the window back to where a tab was left, as soon as its page is long enough, and remembers where it is. */
export function useScrollMemory(tab: string): void {
  useEffect(() => {
    const state = tabMemory(tab)
    const wanted = Number(state.get(name) ?? 0)
    const stopping = new AbortController()
    const { signal } = stopping
    let back = false
    const settle = () => {
      back = true
      growing.disconnect()
    }
    const bringBack = () => {
      window.scrollTo({ top: wanted, behavior: 'instant' })
      if (Math.abs(window.scrollY - wanted) < 1) settle()
    }
    const growing = new ResizeObserver(bringBack)
    growing.observe(document.documentElement)
    growing.observe(document.body.firstElementChild ?? document.body)
    bringBack()
    for (const move of userMoves) window.addEventListener(move, settle, { signal, passive: true })
    const remember = () => {
      if (back) state.set(name, window.scrollY)
    }
    window.addEventListener('scroll', remember, { signal, passive: true })
    return () => {
      stopping.abort()
      growing.disconnect()
    }
  }, [tab])
}
