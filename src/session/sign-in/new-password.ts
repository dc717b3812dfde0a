import { passwordRules } from '#contract/session.ts'

/** What one types to change a password. */
export interface PasswordDraft {
  readonly oldPwd: string
  readonly newPwd: string
  readonly confirmNewPwd: string
}

/** Every rule for a new password, by its text key below `session.password`. Source: specification, section 5. */
const rules = {
  ...passwordRules,
  differs: (newPwd: string, { oldPwd }: PasswordDraft) => newPwd !== '' && newPwd !== oldPwd,
  same: (newPwd: string, { confirmNewPwd }: PasswordDraft) => newPwd !== '' && newPwd === confirmNewPwd,
} as const
export type PasswordRule = keyof typeof rules
const order = Object.keys(rules) as readonly PasswordRule[]

/** Each rule, and whether what is typed meets it. */
export const checkRules = (typed: PasswordDraft): readonly (readonly [PasswordRule, boolean])[] =>
  order.map((rule) => [rule, rules[rule](typed.newPwd, typed)])

/** The field to look at first before anything may be sent; none when all is as it should be. */
export function firstInvalidField(typed: PasswordDraft): keyof PasswordDraft | null {
  if (typed.oldPwd === '') return 'oldPwd'
  const broken = checkRules(typed).find(([, met]) => !met)?.[0]
  if (!broken) return null
  return broken === 'same' ? 'confirmNewPwd' : 'newPwd'
}
