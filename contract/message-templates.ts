import { z } from 'zod'
import { api, change, read, write } from './kernel/endpoint.ts'
import { list } from './kernel/list.ts'
import { machine } from './kernel/machine.ts'
import { subject } from './kernel/subject.ts'
import { Choice, Id, Instant, TextInLanguageOf, Version } from './kernel/values.ts'
import {
  MessageChannel,
  MessageLanguage,
  MessageOccasion,
  messagePurposes,
  variableKinds,
} from './message-occasions.ts'

/** By a template that is disabled nobody is written to. */
const templateFlow = machine(
  'messageTemplates.state',
  { enabled: { disable: 'disabled' }, disabled: { enable: 'enabled' } },
  { enabled: 'good', disabled: 'muted' },
)

/** Message template: what customers are written on an occasion, by a channel, in a language. */
export const MessageTemplate = z.object({
  /** `overdue-sms-en`. */
  id: Id('messageTemplate'),
  version: Version,
  state: templateFlow.State,
  occasion: MessageOccasion,
  purpose: Choice('messageTemplates.purpose', [...messagePurposes]),
  channel: MessageChannel,
  language: MessageLanguage,
  /** Of an e-mail its subject, of a notification its title; of others none. */
  subject: TextInLanguageOf('language').nullable(),
  text: TextInLanguageOf('language'),
  /** Whether it says what came with the product. */
  original: z.boolean(),
  changedBy: z.string().nullable(),
  createdAt: Instant,
})
export type MessageTemplate = z.output<typeof MessageTemplate>
/** Subject: a message template. */
export const messageTemplate = subject('messageTemplates', MessageTemplate, { opens: '/message-template' })

/** Longest subject and text. */
export const [subjectMax, textMax] = [120, 1_000]
const said = {
  subject: z.string().trim().max(subjectMax).default(''),
  text: z.string().trim().min(1).max(textMax),
} as const
const named = { occasion: MessageOccasion, channel: MessageChannel, language: MessageLanguage } as const
const faults = ['unknown_variable', 'no_subject_here'] as const

/** What a template may name: a variable of its occasion, or a parameter that was added. */
const Variable = z.object({
  name: z.string(),
  kind: Choice('messageTemplates.variable', [...variableKinds]),
  /** What it says of the customer that is shown. */
  value: z.string(),
})

/** Message templates: what customers are written, occasion by occasion. */
export const messageTemplates = api('messageTemplates', {
  list: list('GET /message-templates', {
    requires: 'messageTemplates',
    row: MessageTemplate,
    subject: messageTemplate,
    filter: [
      ...(['id', 'state', 'occasion', 'purpose', 'channel', 'language', 'subject', 'text'] as const),
      ...(['original', 'changedBy', 'createdAt'] as const),
    ],
    sort: ['id', 'occasion', 'channel', 'language', 'state'],
    search: ['id', 'subject', 'text'],
    order: 'id',
    created: 'createdAt',
  }),

  detail: read('GET /message-templates/{id}', {
    requires: 'messageTemplates',
    input: z.object({ id: Id('messageTemplate') }),
    output: z.object({ template: MessageTemplate }),
    faults: ['not_found'],
  }),

  /** Another channel or language of an occasion. */
  add: write('POST /message-templates', {
    requires: 'messageTemplates.add',
    input: z.object({ ...named, ...said }),
    output: z.object({ id: Id('messageTemplate') }),
    faults: ['known_already', ...faults],
  }),

  edit: change('POST /message-templates/edit', {
    subject: messageTemplate,
    requires: 'messageTemplates.edit',
    args: said,
    faults,
  }),

  /** Has it say again what came with the product. */
  restore: change('POST /message-templates/restore', {
    subject: messageTemplate,
    requires: 'messageTemplates.edit',
    faults: ['nothing_to_restore'],
  }),

  enable: change('POST /message-templates/enable', {
    subject: messageTemplate,
    requires: 'messageTemplates.edit',
    when: templateFlow.can('enable'),
  }),

  disable: change('POST /message-templates/disable', {
    subject: messageTemplate,
    requires: 'messageTemplates.remove',
    when: templateFlow.can('disable'),
  }),

  /**
   * What a customer would be sent: filled by the function that fills what is sent. Without one, a customer is taken whom
   * the caller may see; where they have no such order, sample values.
   */
  preview: read('POST /message-templates/preview', {
    requires: 'messageTemplates',
    input: z.object({ ...named, ...said, customerId: Id('customer').optional() }),
    output: z.object({
      subject: z.string().nullable(),
      text: z.string(),
      /** Parts that an SMS is sent in. */
      parts: z.int().nullable(),
      variables: z.array(Variable),
      /** Parameters that it reads, and what stands in their place: a duration, a rate or an amount with its unit. */
      parameters: z.array(z.object({ placeholder: z.string(), value: z.string() })),
      /** Whom it is filled for; null: sample values. */
      customerId: Id('customer').nullable(),
      /** Why that customer would not get it now, in the reader's words. */
      refusal: z.string().nullable(),
    }),
    faults: ['unknown_customer', ...faults],
  }),
})
