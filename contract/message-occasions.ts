import { Choice } from './kernel/values.ts'

/** Channels that messages leave by. */
export const messageChannels = ['sms', 'whatsapp', 'email', 'push'] as const
/** Channel: SMS, WhatsApp, e-mail, or a notification in the app. */
export const MessageChannel = Choice('messages.channel', [...messageChannels])
export type MessageChannel = (typeof messageChannels)[number]
/** Whether what leaves by a channel has a subject line, or a title. */
export const hasSubject = (channel: MessageChannel): boolean => channel === 'email' || channel === 'push'

/** Languages of letters: those that customers of some country are written to in. */
export const letterLanguages = ['en', 'es', 'vi', 'id'] as const
export const MessageLanguage = Choice('messages.language', [...letterLanguages])

/**
 * Purpose of a message: service answers what the customer does or asks for, a reminder is about a debt, marketing about
 * one to come. It decides which rules hold.
 */
export const messagePurposes = ['service', 'reminder', 'marketing'] as const
export type MessagePurpose = (typeof messagePurposes)[number]

/** What a variable of a template holds. `moment` is written out already. */
export const variableKinds = ['text', 'money', 'day', 'moment', 'link'] as const
export type VariableKind = (typeof variableKinds)[number]
type Variables = Readonly<Record<string, VariableKind>>

const ofCustomer = { app: 'text', name: 'text' } as const satisfies Variables
const ofOrder = { ...ofCustomer, loan: 'text' } as const satisfies Variables
const ofDebt = { ...ofOrder, amount: 'money', date: 'day' } as const satisfies Variables
const ofLimit = { ...ofCustomer, limit: 'money' } as const satisfies Variables

/** Occasions that customers are written to on: what for, and which variables a template of each may name. */
export const occasions = {
  dueSoon: { purpose: 'reminder', variables: ofDebt },
  dueToday: { purpose: 'reminder', variables: ofDebt },
  overdue: { purpose: 'reminder', variables: ofDebt },
  promiseDue: { purpose: 'reminder', variables: ofDebt },
  paymentLink: { purpose: 'service', variables: { ...ofOrder, amount: 'money', url: 'link', until: 'moment' } },
  askPicture: { purpose: 'service', variables: ofOrder },
  askReference: { purpose: 'service', variables: ofOrder },
  askAmount: { purpose: 'service', variables: ofOrder },
  limitWaiting: { purpose: 'marketing', variables: ofLimit },
  borrowAgain: { purpose: 'marketing', variables: ofLimit },
} as const satisfies Record<string, { purpose: MessagePurpose; variables: Variables }>
export type Occasion = keyof typeof occasions
export const occasionIds = Object.keys(occasions) as readonly Occasion[]
const [firstOccasion, ...otherOccasions] = occasionIds

/** On which occasion a customer is written to. */
export const MessageOccasion = Choice('messages.template', [firstOccasion!, ...otherOccasions])

/** What customers are offered. */
export const offers = ['limitWaiting', 'borrowAgain'] as const satisfies readonly Occasion[]
/** What a customer may be asked about the proof they have handed in. */
export const questions = ['askPicture', 'askReference', 'askAmount'] as const satisfies readonly Occasion[]
