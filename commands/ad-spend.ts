import { adSpend } from '#contract/ad-spend.ts'
import { act, command, local } from '#src/command/define.ts'

/** What a campaign cost on a day. */
export const add = act(adSpend.add, {
  args: {
    ...{ day: {}, campaign: {}, media: {}, channel: {}, app: {} },
    ...{ spend: {}, impressions: {}, clicks: {}, installs: {} },
  },
  page: 'adSpend',
  search: { words: { en: ['campaign cost', 'advertising'], zh: ['广告费', '投放花费'] } },
})

/** Another day or campaign, or other figures. */
export const edit = command(adSpend.edit, {
  on: 'one',
  args: {
    day: { first: ({ day }) => day },
    campaign: { first: ({ campaign }) => campaign },
    media: { first: ({ media }) => media },
    channel: { first: ({ channel }) => channel },
    app: { first: ({ app }) => app.id },
    spend: { first: ({ spend }) => spend },
    impressions: { first: ({ impressions }) => impressions },
    clicks: { first: ({ clicks }) => clicks },
    installs: { first: ({ installs }) => installs },
  },
  keys: 'e',
})

/** Spend that was none. */
export const remove = command(adSpend.remove, { on: 'each', confirm: true, destructive: true })

/** The sheet that spend is entered by. */
export const template = local('adSpend.template', {
  requires: adSpend.template.requires,
  page: 'adSpend',
  search: { words: { en: ['spend template'], zh: ['花费模板'] } },
  run: (_, { save }) => save(adSpend.template, {}),
})

/** Many at once, from a filled sheet or one of a medium. */
export const openImport = local('adSpend.openImport', {
  requires: adSpend.importSheet.requires,
  page: 'deliveryReport',
  search: { words: { en: ['import advertising cost', 'campaign sheet'], zh: ['导入投放数据', '导入花费'] } },
  run: (_, { go }) => go('/ad-spend/upload'),
})
