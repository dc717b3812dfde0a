import hotkeys from 'hotkeys-js'

/**
 * Hands every keydown to `press`, before AG Grid and everybody else; what it takes goes no further. Answers how to
 * stop. hotkeys-js is asked for every key (`*`): it knows no keys in turn, no input methods and no other layouts.
 */
export function listen(press: (event: KeyboardEvent) => boolean): () => void {
  // a browser that fills in a form sends a keydown without a key
  const pressed = (event: KeyboardEvent) => (event instanceof KeyboardEvent && press(event) ? false : undefined)
  hotkeys.filter = () => true
  hotkeys('*', { element: document.documentElement, capture: true }, pressed)
  return () => hotkeys.unbind('*', pressed)
}
