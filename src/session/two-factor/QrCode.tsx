import encode from 'qr'
import { useMemo } from 'react'
import styles from './QrCode.module.css'

/** Blank modules around it. Source: ISO/IEC 18004. */
const quiet = 4

/** A text as a QR code, dark on light in every theme: cameras expect it. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { side, path } = useMemo(() => {
    const rows = encode(value, 'raw', { border: quiet })
    const dark = rows.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
    return { side: rows.length, path: dark.join('') }
  }, [value])
  return (
    <svg className={styles.code} data-theme="light" viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  )
}
