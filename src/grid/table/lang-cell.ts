import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community'
import type { Field } from '#contract/kernel/field.ts'
import type { Row } from '../model/pages.ts'

/** Whether the texts of a field may be in another language than the screen. */
export const hasLang = ({ lang, langField }: Field): boolean => (lang ?? langField) !== undefined

/** Cells of a field whose texts are in another language than the screen: a screen reader reads them in theirs. */
export const langCellOf = ({ lang, langField }: Field) =>
  class implements ICellRendererComp<Row> {
    readonly #text = document.createElement('span')

    init(params: ICellRendererParams<Row>): void {
      this.refresh(params)
    }

    getGui(): HTMLElement {
      return this.#text
    }

    refresh({ data, valueFormatted, value }: ICellRendererParams<Row>): boolean {
      this.#text.lang = lang ?? String(data?.[langField ?? ''] ?? '')
      this.#text.textContent = valueFormatted ?? String(value ?? '')
      return true
    }
  }
