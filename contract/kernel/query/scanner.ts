import type { Field } from '../field.ts'
import { fieldFinder, finder, type Joint, type Keyword, keywordFinder, nearDays, type QueryContext } from './context.ts'
import type { Problem, ProblemCode, ProblemValues, TextSpan } from './problem.ts'
import type { Order } from './tree.ts'

/**
 * A run of characters with one job, to be coloured. Pieces stand in the order of the line and never overlap; an empty
 * one stands where a value is missing.
 */
export interface Piece extends TextSpan {
  readonly role: 'field' | 'operator' | 'value' | 'keyword' | 'bracket' | 'word' | 'sort'
  /** Of operators and values the field, of names behind `is:`, `has:`, `no:` and `sort:` that keyword. */
  readonly of?: string
}

/** A stretch of the line that belongs together. */
export interface Token extends TextSpan {
  /** What stands there, full-width characters made narrow. */
  readonly text: string
}

/** Something quoted, or a run of characters; without the `suffix` that may end either. Empty where nothing stands. */
export interface Item extends Token {
  readonly quoted: boolean
  readonly suffix: string
}

const wide = /[！-～\u3000“”、]/g
const narrowed: Readonly<Record<string, string>> = { '\u3000': ' ', '“': '"', '”': '"', '、': ',' }
/** Normalises full-width punctuation, letters and digits of `text` to ASCII, each character in its place. */
export const toHalfWidth = (text: string): string =>
  text.replace(wide, (char) => narrowed[char] ?? String.fromCharCode(char.charCodeAt(0) - 0xfee0))

// what is quoted stands as typed, so it is read before anything is made narrow
const quotation = /["“”＂]((?:\\[\\"“”＂]|[^"“”＂])*)(["“”＂]?)/y

/** Words with an operator behind them: `amount due>5k`. */
const spaced = /[^\s()|":=<>!]+(?: +[^\s()|":=<>!]+)+(?=!=|[:=<>])/y

/** Words behind a keyword, as many as a heading may have: `sort:amount due`. */
const spacedBehind = /[^\s()|",:=<>!]+(?: +[^\s()|",:=<>!]+){1,7}/y
const operatorSign = /!=|[:=<>]/y

const unescaped = (content: string): string => content.replace(/\\([\\"“”＂])/g, '$1')
/** What an item that begins `text` says so far: without its quotes, or made narrow. */
export function unquote(text: string): string {
  quotation.lastIndex = 0
  const content = quotation.exec(text)?.[1]
  return content === undefined ? toHalfWidth(text) : unescaped(content)
}

/** Words with one blank between them, and what of `suffixes` ends them. */
function split(words: string, suffixes: string): Pick<Item, 'text' | 'suffix'> {
  const suffix = suffixes.includes(words.at(-1) ?? ' ') ? words.at(-1)! : ''
  return { text: words.slice(0, words.length - suffix.length).replace(/ +/g, ' '), suffix }
}

/** What joins terms, and where a conjunction ends: in English, and as `words` say it. Words stand by themselves. */
function signsOf(words: QueryContext['words']) {
  // a word that has not come yet, read as it is, would stand everywhere
  const said = (joint: Joint) => `(?:${joint}|${words?.joints?.[joint] || joint})(?![^\\s()|"])`
  return {
    or: new RegExp(`\\||${said('OR')}`, 'y'),
    not: new RegExp(`-|${said('NOT')}`, 'y'),
    end: new RegExp(`$|\\)|\\||${said('OR')}`, 'y'),
  } as const
}

/** Scanner of a filter line, from left to right, with what was seen in it and what is wrong with it. */
export class LineScanner {
  readonly reader: QueryContext
  readonly text: string
  readonly pieces: Piece[] = []
  readonly problems: Problem[] = []
  readonly sorts: Order[] = []
  readonly signs: ReturnType<typeof signsOf>
  /** The own names of the fields that somebody may mean. */
  readonly fields: (typed: string) => readonly string[]
  readonly lookUpOnly: (typed: string) => readonly string[]
  readonly sortable: (typed: string) => readonly string[]
  readonly keyword: (typed: string) => Keyword | undefined
  at = 0
  readonly #typed: string
  readonly #choices = new Map<string, (typed: string) => readonly string[]>()

  constructor(text: string, reader: QueryContext) {
    this.reader = reader
    // the database takes neither NUL nor half a surrogate pair, and neither does a URL
    this.#typed = text.toWellFormed().replaceAll('\0', ' ')
    this.text = toHalfWidth(this.#typed)
    this.signs = signsOf(reader.words)
    this.fields = fieldFinder(reader)
    this.lookUpOnly = fieldFinder({ ...reader, fields: reader.lookUpOnly ?? [] })
    this.keyword = keywordFinder(reader)
    this.sortable = finder(reader.sortable, reader.words?.fields, reader.words?.aliases)
  }

  /** How many days from today a day is that somebody means by a word. */
  near(typed: string): number | undefined {
    const [word = ''] = finder([...nearDays.keys()], this.reader.words?.days)(typed)
    return nearDays.get(word)
  }

  /** The columns without a filter that somebody may mean: asked where nothing else is called so. */
  unfilterable = (typed: string): readonly string[] =>
    fieldFinder({ ...this.reader, fields: this.reader.unfilterable ?? [] })(typed)

  /** The choices of `field` that somebody may mean, as text. */
  choices(field: Field, typed: string): readonly string[] {
    const find =
      this.#choices.get(field.name) ?? finder((field.choices ?? []).map(String), this.reader.words?.choices(field))
    this.#choices.set(field.name, find)
    return find(typed)
  }

  /** What `pattern`, a sticky one, matches here; the line goes on behind it. */
  take(pattern: RegExp): Token | null {
    const text = this.#match(pattern, this.text)?.[0]
    return text === undefined ? null : { from: this.at - text.length, to: this.at, text }
  }

  /** Whether `pattern`, a sticky one, matches here. */
  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    return pattern.test(this.text)
  }

  /** A column by its heading of several words, before an operator; null where none of the fields is called so. */
  heading(): Item | null {
    const from = this.at
    const text = this.take(spaced)?.text.replace(/\s+/g, ' ')
    if (text !== undefined && this.fields(text).length > 0)
      return { from, to: this.at, text, quoted: false, suffix: '' }
    this.at = from
    return null
  }

  /**
   * A column by its heading of several words behind a keyword, the longest there is, and behind it one of the characters
   * of `suffixes`; null where none is called so. A first word that is an own name stands for itself: canonical text reads
   * the same on every screen.
   */
  headingBehind(suffixes: string): Item | null {
    const from = this.at
    const text = this.take(spacedBehind)?.text ?? ''
    const ends = Array.from(text.matchAll(/ +|$/g), ({ index }) => index).slice(1)
    const [first = ''] = text.split(' ', 1)
    const found = this.#isOwnName(first)
      ? undefined
      : ends.findLast((end) => this.#endsHeading(text, end, from, suffixes))
    this.at = from + (found ?? 0)
    return found === undefined ? null : { from, to: this.at, quoted: false, ...split(text.slice(0, found), suffixes) }
  }

  #isOwnName(text: string): boolean {
    const { fields, sortable } = this.reader
    return sortable.includes(text) || fields.some(({ name }) => name === text)
  }

  /** Whether the words of `text` up to `end` are what a column is called. A word before an operator begins the next term. */
  #endsHeading(text: string, end: number, from: number, suffixes: string): boolean {
    const { text: heading } = split(text.slice(0, end), suffixes)
    this.at = from + end
    if (this.sees(operatorSign)) return false
    return [this.sortable, this.fields, this.lookUpOnly].some((find) => find(heading).length > 0)
  }

  /** Something quoted or what `run` matches, and behind it one of the characters of `suffixes`. */
  item(run: RegExp, suffixes: string): Item {
    const from = this.at
    const quote = this.#match(quotation, this.#typed)
    if (quote) {
      if (!quote[2]) this.problem('unclosed_quote', { from, to: this.at })
      const next = this.text[this.at] ?? ''
      const suffix = suffixes.includes(next) ? next : ''
      this.at += suffix.length
      return { from, to: this.at, text: unescaped(quote[1]!), quoted: true, suffix }
    }
    const text = this.take(run)?.text ?? ''
    const suffix = text !== '' && suffixes.includes(text.at(-1)!) ? text.at(-1)! : ''
    return { from, to: this.at, text: text.slice(0, text.length - suffix.length), quoted: false, suffix }
  }

  piece(role: Piece['role'], { from, to }: TextSpan, of?: string): void {
    this.pieces.push(of === undefined ? { from, to, role } : { from, to, role, of })
  }

  /** Notes that something is wrong there. Answers nothing, as what could be made of it. */
  problem(code: ProblemCode, { from, to }: TextSpan, values: ProblemValues = {}): null {
    this.problems.push({ from, to, code, values })
    return null
  }

  #match(pattern: RegExp, text: string): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const match = pattern.exec(text)
    this.at += match?.[0].length ?? 0
    return match
  }
}
