import type { MenuNode } from '#contract/menu.ts'
import { pages } from '#contract/menu.ts'

/** A node of a menu, with everything filled in that a test does not name. */
export const node = (
  path: string,
  about: Partial<Omit<MenuNode, 'meta'>> & Partial<MenuNode['meta']> = {},
): MenuNode => {
  const { title = `menu.${path}`, icon, btnPermissions, noCache, affix, breadcrumb, ...rest } = about
  return {
    path,
    component: path,
    visible: '0',
    name: path,
    ...rest,
    meta: { title, icon, btnPermissions, noCache, affix, breadcrumb },
  }
}

export const home = node(pages.home, { component: 'home', affix: true })
/** A group of two lists, and a group within it. */
export const orders = node('/order_management', {
  component: 'group',
  redirect: pages.applications,
  children: [
    node(pages.applications, { component: 'applications' }),
    node('/order_management/more', {
      component: 'group',
      children: [node('/order_management/more/one'), node('/order_management/more/two', { noCache: true })],
    }),
    node(pages.customer, { component: 'customer', visible: '1' }),
  ],
})
