import { expect, test } from 'vitest'
import { type KeyPress, keystrokeOf } from '#src/keyboard/keystroke.ts'
import { press } from './presses.ts'

const pc = (event: KeyPress) => keystrokeOf(event, false)
const mac = (event: KeyPress) => keystrokeOf(event, true)

test.for([
  ['r', 'r'],
  ['A', 'A'],
  ['5', '5'],
  ['{', '{'],
  ['Enter', 'enter'],
  [' ', 'space'],
  ['Escape', 'escape'],
  ['ArrowDown', 'down'],
  ['PageUp', 'pageup'],
] as const)('%s alone is the step %s', ([key, step]) => {
  expect(pc(press(key))).toBe(step)
  expect(mac(press(key))).toBe(step)
})

test('a capital is what is typed with Shift, whatever Caps Lock does', () => {
  expect(pc(press('A', { shiftKey: false }))).toBe('a')
  expect(pc(press('a', { shiftKey: true }))).toBe('A')
})

test('mod is Ctrl, and on a Mac it is ⌘', () => {
  expect(pc(press('k', { ctrlKey: true }))).toBe('mod+k')
  expect(mac(press('k', { metaKey: true }))).toBe('mod+k')
  expect(pc(press('K', { ctrlKey: true }))).toBe('mod+shift+k')
  expect(mac(press('Enter', { metaKey: true, shiftKey: true }))).toBe('mod+shift+enter')
})

test('Ctrl on a Mac, ⌘ elsewhere and both at once mean nothing', () => {
  expect(mac(press('k', { ctrlKey: true }))).toBeNull()
  expect(pc(press('k', { metaKey: true }))).toBeNull()
  expect(mac(press('k', { ctrlKey: true, metaKey: true }))).toBeNull()
  expect(pc(press('k', { ctrlKey: true, metaKey: true }))).toBeNull()
})

test.for(['d', 'u'])('Ctrl with %s is Ctrl everywhere', (key) => {
  expect(pc(press(key, { ctrlKey: true }))).toBe(`ctrl+${key}`)
  expect(mac(press(key, { ctrlKey: true }))).toBe(`ctrl+${key}`)
  expect(mac(press(key, { metaKey: true }))).toBeNull()
})

test.for(['n', 't', 'w'])('the browser keeps Ctrl with %s', (key) => {
  expect(pc(press(key, { ctrlKey: true }))).toBeNull()
  expect(pc(press(key.toUpperCase(), { ctrlKey: true }))).toBeNull()
  expect(mac(press(key, { metaKey: true }))).toBeNull()
})

test('Ctrl and Alt together are the AltGr of Windows', () => {
  expect(pc(press('k', { ctrlKey: true, altKey: true }))).toBeNull()
  expect(pc(press('Enter', { ctrlKey: true, altKey: true }))).toBeNull()
})

test('Alt counts with keys that write nothing, and writes on a Mac', () => {
  expect(pc(press('Enter', { altKey: true }))).toBe('alt+enter')
  expect(pc(press('r', { altKey: true }))).toBeNull()
  expect(mac(press('å', { code: 'KeyA', altKey: true }))).toBeNull()
})

test.for(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Fn'])('%s alone is no step', (key) => {
  expect(pc(press(key))).toBeNull()
})

test.for([
  ['the pinyin that is being typed', press('n', { isComposing: true, keyCode: 229 })],
  ['the first letter for a Chinese input method', press('Process', { code: 'KeyH', keyCode: 229 })],
  ['the space that takes a Chinese candidate', press(' ', { code: 'Space', isComposing: true })],
  ['the Enter that takes a Japanese candidate', press('Enter', { isComposing: true, keyCode: 229 })],
  ['that Enter in Safari, which has ended composing by then', press('Enter', { keyCode: 229 })],
  ['the kana that is being typed', press('k', { isComposing: true })],
  ['the Zenkaku/Hankaku key', press('Process', { code: 'Backquote', keyCode: 229 })],
  ['a Vietnamese tone of Telex, while it is composed', press('s', { isComposing: true })],
  ['Unikey, which takes letters back and sends others', press('Unidentified', { code: '', keyCode: 229 })],
  ['đ, which Unikey sends for dd', press('đ', { code: '' })],
  ['the accent of a Spanish keyboard', press('Dead', { code: 'Quote' })],
  ['ñ', press('ñ', { code: 'Semicolon' })],
  ['@ of a Spanish keyboard', press('@', { code: 'Digit2', altGraph: true })],
  ['{ of a German keyboard on Linux', press('{', { code: 'Digit7', altGraph: true })],
  ['{ of a German keyboard on Windows', press('{', { code: 'Digit7', ctrlKey: true, altKey: true })],
  ['ö', press('ö', { code: 'Semicolon' })],
] as const)('left alone is %s', ([, event]) => {
  expect(pc(event)).toBeNull()
  expect(mac(event)).toBeNull()
})

test.for([
  ['? of a Spanish keyboard', '?', press('?', { code: 'Minus', shiftKey: true })],
  ['/ of a German keyboard', '/', press('/', { code: 'Digit7', shiftKey: true })],
  [': of a Spanish keyboard', ':', press(':', { code: 'Period', shiftKey: true })],
  ['z of a German keyboard', 'z', press('z', { code: 'KeyY' })],
  ['a of a French keyboard', 'a', press('a', { code: 'KeyQ' })],
  ['1 of a French keyboard', '1', press('1', { code: 'Digit1', shiftKey: true })],
  [', of a Dvorak keyboard', ',', press(',', { code: 'KeyW' })],
  ['the key of r on a Russian keyboard', 'r', press('к', { code: 'KeyR' })],
  ['the key of A on a Greek keyboard', 'A', press('Α', { code: 'KeyA', shiftKey: true })],
  ['the key of b on an Arabic keyboard', 'b', press('لا', { code: 'KeyB' })],
  ['the key of i on a Turkish keyboard', 'i', press('ı', { code: 'KeyI' })],
  ['? of a Chinese input method that is not composing', '?', press('？', { code: 'Slash', shiftKey: true })],
  ['r in full width', 'r', press('ｒ', { code: 'KeyR' })],
  ['7 of the number pad', '7', press('7', { code: 'Numpad7' })],
] as const)('%s is %s', ([, step, event]) => {
  expect(pc(event)).toBe(step)
  expect(mac(event)).toBe(step)
})
