import { useEffect } from 'react'
import { subscribe } from 'valtio'
import type { Order } from '#contract/kernel/query/tree.ts'
import { language } from '#src/locale/language.ts'
import { say } from '#src/locale/text.ts'
import { announce } from '#src/ui/feedback/announcer.ts'
import type { GridModel } from '../model/grid-model.ts'
import { labelOf } from '../model/labels.ts'
import { markCount } from '../model/selection.ts'
import { markedText } from './use-status-line.ts'

/** Nothing is said while keys still change it. In milliseconds. */
const restMs = 250

const orderText = (model: GridModel, orders: readonly Order[]): string =>
  orders.length === 0
    ? say('grid.said.unsorted')
    : orders
        .map(({ field, descending }) =>
          say(`grid.said.${descending ? 'descending' : 'ascending'}`, { column: labelOf(model.listing, field) }),
        )
        .join(', ')

/** What a screen reader is told of the list besides the cell it is on; each part is said when it has changed. */
const partsOf = (model: GridModel): Readonly<Record<string, string>> => {
  const { marks, count, waiting, applied, peek } = model.state
  const id = model.row?.id
  return {
    marks: markCount(marks) > 0 ? markedText(model, language()).join(', ') : say('grid.said.unmarked'),
    // another filter may match as many rows
    rows: waiting || count === null ? '' : `${say('grid.said.rows', { count })}\u0000${applied.where}`,
    order: orderText(model, applied.query.sort),
    peek: peek ? say('grid.said.peek', { id: String(id ?? '') }) : say('grid.said.unpeek'),
  }
}
const followsCursor = (name: string, before: string): boolean => name === 'peek' && before !== say('grid.said.unpeek')

/** Announces marks, counts, order and peek of the list in front, as they change. */
export function useAnnouncements(model: GridModel): void {
  useEffect(() => {
    let told = partsOf(model)
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      const now = partsOf(model)
      const changed = Object.entries(now).filter(([name, text]) => {
        const before = told[name]!
        const same = text === before || text === '' || (followsCursor(name, before) && model.state.peek)
        return !same
      })
      told = { ...told, ...Object.fromEntries(changed) }
      announce(changed.map(([, text]) => text.split('\u0000')[0]!).join('. '))
    }
    const stop = subscribe(model.state, () => {
      clearTimeout(timer)
      timer = setTimeout(tell, restMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [model])
}
