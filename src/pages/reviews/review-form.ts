import { AskedItem, CodeClass, RejectCode } from '#contract/reviews/row.ts'

/** What a reviewer is about to do. */
export type FormMode = 'none' | 'pass' | 'reject' | 'ask'

/** Form of a decision, while it is filled in. */
export interface ReviewForm {
  readonly mode: FormMode
  readonly code: RejectCode | null
  readonly items: readonly AskedItem[]
  readonly remark: string
}
export const emptyForm: ReviewForm = { mode: 'none', code: null, items: [], remark: '' }

/** The reject codes of each class, in order: a letter, and the digit of each. */
export const codesByClass = [...CodeClass.values].map((letter) => ({
  letter,
  codes: [...RejectCode.values].filter((code) => code.startsWith(letter)),
}))

/** What can be asked for again, in the order of its digits. */
export const askedItems: readonly AskedItem[] = [...AskedItem.values]

/** Puts an item among those that are asked for, or takes it out. */
export const toggleItem = (form: ReviewForm, item: AskedItem): ReviewForm => ({
  ...form,
  mode: 'ask',
  items: form.items.includes(item) ? form.items.filter((one) => one !== item) : [...form.items, item],
})

/** Whether there is enough of a form to decide by; what else is wrong with it the server says. */
export function isComplete({ mode, code, items }: ReviewForm): boolean {
  if (mode === 'reject') return code !== null
  if (mode === 'ask') return items.length > 0
  return mode === 'pass'
}
