import { recordPath } from '#contract/kernel/subject.ts'
import { products } from '#contract/products/calls.ts'
import { product } from '#contract/products/row.ts'
import { act, command, local } from '#src/command/define.ts'

/** A product with its terms, what a loan on it costs, and its history. */
export const openDetail = local('products.openDetail', {
  subject: product,
  run: ({ id }, { go }) => go(recordPath(product, id)),
})

/** New products come in a sheet. */
export const openAdd = local('products.openAdd', {
  requires: products.add.requires,
  page: 'products',
  search: { words: { en: ['upload', 'template'], zh: ['上传', '模板'] } },
  run: (_, { go }) => go('/product/add'),
})

/** What a product is called and where it stands. */
export const edit = command(products.edit, {
  on: 'one',
  args: {
    name: { first: ({ name }) => name },
    app: { first: ({ app }) => app },
    rank: { first: ({ rank }) => rank },
    icon: { first: ({ icon }) => icon, optional: true },
  },
})

/** Whether loans may be applied for. */
export const setState = command(products.setState, { on: 'each', args: { state: {} }, confirm: true })

/** The same terms under another id. */
export const copy = command(products.copy, { on: 'one', args: { code: {}, name: {} } })

/** The sheet of a product with the terms it has today: to be kept, or to make another of. */
export const takeSheet = local('products.takeSheet', {
  subject: product,
  search: { words: { en: ['template', 'prefilled'], zh: ['模板'] } },
  run: ({ id }, { save }) => save(products.template, { productId: id }),
})

/** Approve terms that somebody else has changed. */
export const pass = command(products.pass, {
  on: 'each',
  args: { note: { optional: true } },
  keys: 'A',
  confirm: true,
  search: { words: { en: ['approve terms'], zh: ['审批条款'] } },
})

/** Refuse terms that somebody else has changed, and say why. */
export const reject = command(products.reject, { on: 'each', args: { note: {} }, keys: 'X', confirm: true })

/** Take back terms that one has changed oneself. */
export const withdraw = command(products.withdraw, { on: 'each', confirm: true })

/** Ask the server what there is now. */
export const refresh = act(products.refresh, { args: {}, page: 'products' })
