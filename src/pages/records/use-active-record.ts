import { useEffect } from 'react'
import type { PageId } from '#contract/menu.ts'
import { invalidate } from '#src/call/query-client.ts'
import { activatePage, selectionChanged, targetOfRow } from '#src/command/active-list.ts'
import type { AnyRow } from '#src/command/command.ts'
import { onRowsChanged } from '#src/grid/model/live-stream.ts'
import { useKeys } from '#src/keyboard/keyboard.ts'

/** The row that a page is about. */
export interface ActiveRecord {
  readonly noun: string
  /** The list that names the row to the server; none that the reader sees: nothing can be done. */
  readonly listing: string | null
  readonly page: PageId
  readonly row: { readonly id: string; readonly version?: number }
}

/** Reads a page anew once its row was changed elsewhere. */
function useLiveRecord({ noun, row }: ActiveRecord): void {
  const { id, version } = row
  useEffect(
    () =>
      onRowsChanged(noun, (rows, sure) => {
        const isOther = rows?.some((one) => one.id === id && one.version !== version) ?? true
        if (sure && isOther) invalidate([noun])
      }),
    [noun, id, version],
  )
}

/** Brings the row of a page to the front, so that palette, keys and buttons act on it; it is followed live. */
export function useActiveRecord(record: ActiveRecord): void {
  const { noun, listing, page, row } = record
  useLiveRecord(record)
  // the keys of its rows act on it, as they do in its list
  useKeys('grid', [], { active: listing !== null })
  useEffect(() => {
    if (!listing) return
    let target = targetOfRow(noun, listing, row as AnyRow) // a row like any other, whose fields commands read by name
    return activatePage(page, {
      noun,
      listing,
      target: () => target,
      clear: () => {},
      keys: { isLoading: () => false },
      refetch: () => invalidate([noun]),
      patch: (answered) => {
        if (answered.id !== row.id) return
        target = targetOfRow(noun, listing, { ...row, ...answered })
        selectionChanged()
      },
    })
  }, [noun, listing, page, row])
}
