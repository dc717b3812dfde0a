import { proxy } from 'valtio'

/** What is said last to those who hear the screen; counted, so that the same can be said again. */
export const announced = proxy({ text: '', turn: 0 })

/** Announces through the live region what is otherwise only seen. What comes after it takes its place. */
export function announce(text: string): void {
  if (text === '') return
  Object.assign(announced, { text, turn: announced.turn + 1 })
}
