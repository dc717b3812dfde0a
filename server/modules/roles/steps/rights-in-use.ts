import { type Button, buttons, needsNoRight, pageOfRight, type Right } from '#contract/kernel/rights.ts'
import type { PageId } from '#contract/menu.ts'
import type { Registry } from '#server/kernel/call/context.ts'

/** A button of a page. */
interface PageButton {
  readonly page: PageId
  readonly code: number
}

/** Rights that something the server answers asks for. A button that nothing asks for stands in no role. */
export interface RightsInUse {
  /** Every page with the sum of its buttons. */
  readonly pages: ReadonlyMap<PageId, number>
  /** Buttons of calls that move money, or end something for good. */
  readonly money: readonly PageButton[]
}

const buttonOf = (right: Right): PageButton => {
  const button = right.split('.')[1] as Button | undefined
  return { page: pageOfRight(right), code: button ? buttons[button] : 0 }
}

/** Pages whose lists go into a file with personal data in full, where somebody may reveal it. */
const revealing = ({ listings }: Registry): PageButton[] =>
  [...listings.values()]
    .filter(({ listing: { fields, export: file } }) => file && fields.some(({ kind }) => kind === 'masked'))
    .map(({ listing: { requires } }) => ({ page: requires as PageId, code: buttons.reveal })) // a listing belongs to one page

/** Rights in use, by what the endpoints require. */
export function rightsInUse(registry: Registry): RightsInUse {
  const asked = [...registry.entries.values()].flatMap(({ endpoint: { requires, risk, large } }) => {
    // any one of several: to reveal on whichever page, which the lists of that page say
    const several = typeof requires === 'string' ? [] : requires.filter((right) => !right.endsWith('.reveal'))
    const rights = needsNoRight(requires) ? [] : typeof requires === 'string' ? [requires] : several
    return [...rights, ...(large ? [large.needs] : [])].map((right) => ({ ...buttonOf(right), risk }))
  })
  const pages = new Map<PageId, number>()
  for (const { page, code } of [...asked, ...revealing(registry)]) pages.set(page, (pages.get(page) ?? 0) | code)
  const money = asked.filter(({ code, risk }) => code > 0 && (risk === 'money' || risk === 'irreversible'))
  const each = new Map(money.map(({ page, code }) => [`${page} ${code}`, { page, code }]))
  return { pages, money: [...each.values()] }
}
