import type { CDPSession } from 'playwright/test'
import { expectAccessible, overlays, useSystemTheme } from './support/accessibility.ts'
import { payables, unpayable } from './support/book.ts'
import { expect, test } from './support/test.ts'

type AxNode = Awaited<ReturnType<typeof treeOf>>[number]
const treeOf = async (cdp: CDPSession) => (await cdp.send('Accessibility.getFullAXTree')).nodes

const property = (node: AxNode, name: string): unknown =>
  node.properties?.find((one) => one.name === name)?.value?.value

/** All text below a node of the tree. */
function textBelow(node: AxNode, nodes: ReadonlyMap<string, AxNode>): string {
  if (node.role?.value === 'StaticText') return String(node.name?.value ?? '')
  return (node.childIds ?? []).map((id) => (nodes.has(id) ? textBelow(nodes.get(id)!, nodes) : '')).join('')
}

/** What Chromium's accessibility tree would read out by itself now: every live region that says something. */
async function announcements(cdp: CDPSession): Promise<string> {
  const all = await treeOf(cdp)
  const byId = new Map(all.map((node) => [node.nodeId, node]))
  const live = all.filter((node) => ['polite', 'assertive'].includes(String(property(node, 'live'))))
  return live.map((node) => textBelow(node, byId)).join('\n')
}

test('a whole re-disbursement is heard: marks and sums, the review with what is refused, what has the focus, the outcome', async ({
  sit,
}) => {
  const sent = await payables(2)
  const { id: kept, reason } = await unpayable()
  const desk = await sit('ops')
  await useSystemTheme(desk.page)
  const cdp = await desk.page.context().newCDPSession(desk.page)
  const hears = (text: string | RegExp) => expect.poll(() => announcements(cdp)).toMatch(text)
  const focused = async () => {
    const nodes = (await treeOf(cdp)).filter((node) => property(node, 'focused') === true)
    return nodes.find(({ role }) => role?.value !== 'RootWebArea')?.name?.value
  }
  await desk.go('g w', 'Failed payouts')

  await expect(desk.page.getByRole('grid', { name: 'Failed payouts' })).toBeVisible()
  await desk.filter(`id:${[...sent.map(({ id }) => id), kept].join(',')}`, 3)
  await hears(/3 rows/)
  await desk.press('g g J J')
  await hears(/3 selected, Σ ₹/)
  await desk.press('p')
  await hears(/Peek at LN/)
  await desk.press('p')
  await hears(/Peek is closed/)
  await desk.press('r')
  await expect(desk.page.getByRole('dialog', { name: 'Re-disburse' })).toBeVisible()
  await hears(/2 of 3 rows would be done\. ₹/)
  await hears(new RegExp(`1 refused: ${reason.slice(0, 12)}`))
  expect(await focused()).toBe('Cancel')
  await expectAccessible(desk.page, overlays.dialog)
  await desk.confirm('Re-disburse 2')
  await expect(desk.counted('Done').first()).toHaveText('2')
  await hears(new RegExp(`2 of 3 rows done\\. 1 refused: ${reason.slice(0, 12)}`))
  await expect.poll(focused).toBe('Close')
  await desk.press('Enter')

  await desk.press('Escape')
  await hears(/Nothing is selected/)
})

test('an order by another column is heard, and a header says beforehand what cannot be done with it', async ({
  sit,
}) => {
  const desk = await sit('leader')
  const { page } = desk
  const cdp = await page.context().newCDPSession(page)
  await desk.go('g k', 'Open cases')
  await page.getByRole('columnheader', { name: /^Repayable/ }).click()

  await expect.poll(() => announcements(cdp)).toMatch(/Sorted by Repayable, smallest first/)
  const head = page.getByRole('columnheader', { name: /^Phone/ })
  await expect(head).toHaveAttribute('aria-description', 'Cannot be sorted · Cannot be filtered')
})
