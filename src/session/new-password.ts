import { passwordRules } from '#contract/session.ts'

/** What one types to change a password. */
export interface Typed {
  readonly oldPwd: string
  readonly newPwd: string
  readonly confirmNewPwd: string
}

/** Every rule for a new password, by its text key below `session.password`. Source: specification, section 5. */
const rules = {
  ...passwordRules,
  differs: (newPwd: string, { oldPwd }: Typed) => newPwd !== '' && newPwd !== oldPwd,
  same: (newPwd: string, { confirmNewPwd }: Typed) => newPwd !== '' && newPwd === confirmNewPwd,
} as const
export type Rule = keyof typeof rules
const order = Object.keys(rules) as readonly Rule[]

/** Each rule, and whether what is typed meets it. */
export const judge = (typed: Typed): readonly (readonly [Rule, boolean])[] =>
  order.map((rule) => [rule, rules[rule](typed.newPwd, typed)])

/** The field to look at first before anything may be sent; none when all is as it should be. */
export function unready(typed: Typed): keyof Typed | null {
  if (typed.oldPwd === '') return 'oldPwd'
  const broken = judge(typed).find(([, met]) => !met)?.[0]
  if (!broken) return null
  return broken === 'same' ? 'confirmNewPwd' : 'newPwd'
}
