import { recordPath } from '#contract/kernel/subject.ts'
import { messageTemplate, messageTemplates } from '#contract/message-templates.ts'
import { command, local } from '#src/command/define.ts'

/** A template with its editor. */
export const openDetail = local('messageTemplates.openDetail', {
  subject: messageTemplate,
  run: ({ id }, { go }) => go(recordPath(messageTemplate, id)),
})

/** Another channel or language of an occasion. */
export const openAdd = local('messageTemplates.openAdd', {
  requires: messageTemplates.add.requires,
  page: 'messageTemplates',
  search: { words: { en: ['new text message', 'sms template'], zh: ['短信模板', '新模板'] } },
  run: (_, { go }) => go('/message-template/add'),
})

/** Have customers written by templates, … */
export const enable = command(messageTemplates.enable, { on: 'each', confirm: true })
/** … or no longer. */
export const disable = command(messageTemplates.disable, { on: 'each', confirm: true })

/** Have templates say again what came with the product. */
export const restore = command(messageTemplates.restore, { on: 'each', confirm: true })
