import type { PageId } from '../menu.ts'

/** Permissions of a role on a page, beside seeing it. The numbers are the button codes of the menu data. */
export const buttons = {
  add: 1,
  edit: 2,
  remove: 4,
  export: 8,
  approve: 16,
  batch: 32,
  reveal: 64,
  assign: 128,
  request: 256,
} as const
export type Button = keyof typeof buttons

/** The buttons in a sum of their codes. */
export const buttonsIn = (codes: number): Button[] =>
  (Object.keys(buttons) as Button[]).filter((name) => (codes & buttons[name]) !== 0)

/** A permission: a page, or a page and one of its buttons: `failedPayouts`, `failedPayouts.request`. */
export type Right = PageId | `${PageId}.${Button}`
/**
 * Who may call: holders of a right, or of any one of several; `anyone` of the staff; those `enrolling`, who have yet to
 * set up two-factor; whoever holds a `session`, even one who has yet to choose a password; everybody.
 */
export type Requirement = Right | readonly Right[] | 'anyone' | 'enrolling' | 'session' | 'public'

const withoutRight = ['anyone', 'enrolling', 'session', 'public'] as const
/** Whether no right is needed. */
export const needsNoRight = (may: Requirement): may is (typeof withoutRight)[number] =>
  (withoutRight as readonly unknown[]).includes(may)

/** A type that nothing has, for the compiler to say what is missing where. */
export type Missing<Message extends string> = { readonly [Said in Message]: never }

/** What a page that the menu lacks is answered with by the compiler. */
export type KnownPage<Page> = Page extends PageId ? unknown : Missing<`contract/menu.ts has no page '${Page & string}'`>

/** What a requirement that nobody can meet is answered with by the compiler. */
export type KnownRequirement<R> = R extends Requirement
  ? unknown
  : R extends readonly (infer One)[]
    ? KnownRequirement<Exclude<One, Right>>
    : R extends `${infer Page}.${infer Pressed}`
      ? Page extends PageId
        ? Missing<`contract/kernel/rights.ts has no button '${Pressed}'`>
        : KnownPage<Page>
      : KnownPage<R>

/** The page that a right is on. */
export const pageOfRight = (right: Right): PageId => right.split('.', 1)[0] as PageId // as `Right` has it

/** What is told of by measures, each of which may ask for a right of its own. */
interface Measured {
  readonly measures: Readonly<Record<string, { readonly requires?: Right }>>
}

/** Which of some measures of a report, by default of all, somebody may see. */
export const measuresFor = (
  { measures }: Measured,
  may: (right: Requirement) => boolean,
  names: readonly string[] = Object.keys(measures),
): readonly string[] => names.filter((name) => may(measures[name]?.requires ?? 'anyone'))
