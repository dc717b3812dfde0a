import { useEffect } from 'react'
import { onRowsChanged } from '#src/grid/model/live-stream.ts'
import { refreshWords } from '#src/session/refresh-words.ts'

/** Live words: whatever is on the screen says what the administrator makes of dictionaries. */
export function useLiveWords(): void {
  useEffect(() => {
    let isFirst = true
    return onRowsChanged('words', (_, sure) => {
      // the first connection has missed nothing: they were read a moment before
      if (sure || !isFirst) void refreshWords()
      isFirst = false
    })
  }, [])
}
