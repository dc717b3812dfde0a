import { useState } from 'react'

/** The editor stays as it is over one's own saving; it begins anew with what somebody else has saved. */
export function useEditorKey() {
  const [own, setOwn] = useState<{ readonly version: number; readonly key: number } | null>(null)
  const keyOf = (version: number): number => (own?.version === version ? own.key : version)
  return { keyOf, keep: (before: number, version: number) => setOwn({ version, key: keyOf(before) }) }
}
