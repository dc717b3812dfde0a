import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { toast as show, Toaster } from 'sonner'
import { subscribe } from 'valtio'
import { useText } from '#src/locale/text.ts'
import { classNames } from '../class-names.ts'
import styles from './Toasts.module.css'
import { type Toast, type ToastTone, toasts } from './toast.ts'

const shown = { good: show.success, info: show.info, warn: show.warning, bad: show.error }
const urgent: readonly ToastTone[] = ['warn', 'bad']

function draw({ tone, message, ms = 3_000, until, action }: Toast): void {
  // what goes wrong several times at once is said once
  const id = urgent.includes(tone) ? { id: `${tone} ${message}` } : {}
  const drawn = shown[tone](<span role={urgent.includes(tone) ? 'alert' : 'status'}>{message}</span>, {
    ...id,
    duration: until ? Number.POSITIVE_INFINITY : ms,
    className: classNames(styles[tone]),
    ...(action && { action: { label: action.label, onClick: action.run } }),
  })
  void until?.then(() => show.dismiss(drawn))
}

function drawAll(): void {
  for (const one of toasts.waiting.splice(0)) draw(one)
}

/** Draws what is said by `toast`, stacked in a corner. Stands once, over everything. */
export function Toasts() {
  const { text } = useText()
  useEffect(() => {
    drawAll()
    return subscribe(toasts, drawAll)
  }, [])
  return createPortal(
    <Toaster
      containerAriaLabel={text('session.notices')}
      position="bottom-right"
      offset={{ bottom: 38, right: 12 }}
      mobileOffset={{ bottom: 60 }}
      gap={8}
      icons={{ success: null, info: null, warning: null, error: null }}
      toastOptions={{
        unstyled: true,
        classNames: { toast: classNames(styles.toast), actionButton: classNames(styles.action) },
      }}
    />,
    document.body,
  )
}
