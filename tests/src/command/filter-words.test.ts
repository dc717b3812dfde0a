import { beforeAll, expect, test } from 'vitest'
import { fold } from '#contract/kernel/query/context.ts'
import { parse } from '#contract/kernel/query/parse.ts'
import { print } from '#contract/kernel/query/print.ts'
import { printLocalized } from '#contract/kernel/query/print-localized.ts'
import { jointWords } from '#contract/kernel/query/quote.ts'
import { suggestTerms } from '#contract/kernel/query/suggest.ts'
import { type Language, languages } from '#locales/index.ts'
import { grids } from '#src/catalogue.ts'
import { queryReaderOf } from '#src/grid/model/labels.ts'
import { loadTexts, setLanguage, startLanguage } from '#src/locale/language.ts'
import { pretend } from '#tests/src/command/browser.ts'

beforeAll(async () => {
  pretend()
  await startLanguage()
  await loadTexts('en')
})

/** How each list is read on a screen in `language`. */
async function readersIn(language: Language) {
  await setLanguage(language)
  return grids.map(({ page, listing, columns }) => ({ page, columns, reader: queryReaderOf(listing) }))
}

test('a column is a field by its heading in any language, on an English screen, with its spaces', async () => {
  const readers = await readersIn('en')
  const wrong = readers.flatMap(({ page, columns, reader }) =>
    columns.flatMap(({ field }) =>
      reader.fields.some(({ name, kind }) => name === field && kind !== 'flag')
        ? (reader.words.aliases?.[field] ?? []).flatMap((heading) => {
            const { problems } = parse(`rao ${heading}:1`, reader)
            // what two columns are called says so, and names both
            const known = problems.every(
              ({ code }) => !['unknown_field', 'no_such_field', 'missing_field'].includes(code),
            )
            return known || /["()|]/.test(heading) ? [] : [`${page}: ${heading}`]
          })
        : [],
    ),
  )

  expect(wrong).toEqual([])
})

test.each([
  ['overdue d>10', 'overdueDays>10'],
  ['rao Overdue  d:5..20', 'rao overdueDays:5..20'],
  ['días mora>10', 'overdueDays>10'],
  ['逾期天数>10', 'overdueDays>10'],
  ['-còn phải trả>5k', '-repayable>5000'],
  ['overdue d', 'overdue d'],
  ['DPD>3 sort:Adeudo-', 'overdueDays>3 sort:repayable-'],
])('on the English list of plans “%s” is %s', async (line, canonical) => {
  const readers = await readersIn('en')
  const { reader } = readers.find(({ page }) => page === 'plans')!

  const { query, problems } = parse(line, reader)

  expect(problems).toEqual([])
  expect(print(query, reader)).toBe(canonical)
})

type Reader = Awaited<ReturnType<typeof readersIn>>[number]['reader']

/** Keywords that a column may stand behind. */
function keywordsFor({ fields, sortable }: Reader, name: string): readonly string[] {
  const field = fields.find((one) => one.name === name)
  const all = { sort: sortable.includes(name), has: field?.nullable === true, is: field?.kind === 'flag' }
  return field ? Object.entries(all).flatMap(([keyword, fits]) => (fits ? [keyword] : [])) : []
}

/** How a heading is typed: in quotes, and without where no sign of the language is in it and its first word is no name. */
function typedAs(heading: string, { fields }: Reader): readonly string[] {
  const isBare = (said: string) =>
    !fields.some(({ name }) => name === said.split(' ')[0]) && !/["()|:,.!=<>]/.test(said)
  return [`"${heading}"`, ...[heading, heading.toLowerCase()].filter(isBare)]
}

test.each(languages)(
  'in %s a column is meant by its heading behind “sort:”, “has:” and “is:”, with its spaces, in quotes or without',
  async (language) => {
    const readers = await readersIn(language)
    const lines = readers.flatMap(({ page, columns, reader }) => {
      const headings = columns.map(({ field }) => ({ name: field, heading: reader.words.fields[field]! }))
      const all = Object.values(reader.words.fields).map(fold)
      const names = new Set(reader.fields.map(({ name }) => fold(name)))
      const alike = (heading: string) =>
        names.has(fold(heading)) || all.filter((one) => one === fold(heading)).length > 1
      return headings
        .filter(({ heading }) => !alike(heading))
        .flatMap(({ name, heading }) =>
          keywordsFor(reader, name).flatMap((keyword) =>
            typedAs(heading, reader).map((said) => ({
              page,
              reader,
              typed: `${keyword}:${said}`,
              meant: name,
            })),
          ),
        )
    })

    const wrong = lines.filter(({ reader, typed, meant }) => {
      const { query, problems } = parse(typed, reader)
      const [order] = query.sort
      const field = order?.field ?? (query.where && 'field' in query.where ? query.where.field : null)
      return problems.length > 0 || field !== meant
    })

    expect(lines.length).toBeGreaterThan(100)
    expect(wrong.map(({ page, typed }) => `${page}: ${typed}`)).toEqual([])
  },
)

test.each([
  ['sort:repaid on- overdue d>3', 'overdueDays>3 sort:settledAt-'],
  ['sort:"Loan id"- has:"repaid on" is:request open', 'has:settledAt is:openRequest sort:loanId-'],
  ['sort:repayable rao', 'rao sort:repayable'],
  ['sort:实际还款时间', 'sort:settledAt'],
  ['sort:Pagado el-', 'sort:settledAt-'],
])('on the English list of plans “%s” is %s, too', async (line, canonical) => {
  const readers = await readersIn('en')
  const { reader } = readers.find(({ page }) => page === 'plans')!

  const { query, problems } = parse(line, reader)

  expect(problems).toEqual([])
  expect(print(query, reader)).toBe(canonical)
})

test.each(languages.filter((language) => language !== 'en'))(
  'in %s the line is printed with the headings of the columns, and read as it was meant',
  async (language) => {
    const readers = await readersIn(language)
    const { reader } = readers.find(({ page }) => page === 'plans')!
    const { query } = parse('overdueDays>10 -repayable>5000 rao sort:repayable-', reader)

    const line = printLocalized(query, reader)

    expect(line).toContain(reader.words.fields.overdueDays!)
    expect(line).not.toContain('overdueDays')
    expect(line).not.toContain('sort:')
    expect(line.split(`${reader.words.keywords!.sort}:`)[0], 'what is read without quotes has none').not.toContain('"')
    expect(print(parse(line, reader).query, reader)).toBe('overdueDays>10 -repayable>5000 rao sort:repayable-')
  },
)

test.each(languages.filter((language) => language !== 'en'))(
  'in %s the line says days in the words of the language, and reads them',
  async (language) => {
    const { reader } = (await readersIn(language)).find(({ page }) => page === 'plans')!
    const { query } = parse('dueDate:today settledAt>=yesterday', reader)

    const line = printLocalized(query, reader)

    expect(line).toContain(reader.words.days!.today)
    expect(line).toContain(reader.words.days!.yesterday)
    expect(print(parse(line, reader).query, reader)).toBe('dueDate:today settledAt>=yesterday')
  },
)

test('where two columns are called alike the own name stands', () => {
  const fields = [
    { name: 'a', kind: 'count' as const, nullable: false },
    { name: 'b', kind: 'count' as const, nullable: false },
  ]
  const labels = { fields: { a: 'Same', b: 'Same' }, choices: () => ({}) }
  const reader = { fields, sortable: [], searchable: [], currency: 'INR' as const, words: labels }

  expect(printLocalized(parse('a>1', reader).query, reader)).toBe('a>1')
})

test.each(languages.filter((language) => language !== 'en'))(
  'in %s the line says choices in the words of the language, and codes as staff know them',
  async (language) => {
    const readers = await readersIn(language)
    const { reader } = readers.find(({ page }) => page === 'plans')!
    const state = reader.fields.find(({ name }) => name === 'state')!
    const { query } = parse('state:overdue,dueToday loanState:50', reader)

    const line = printLocalized(query, reader)

    expect(line).toContain(reader.words.choices(state).overdue!)
    expect(line).not.toMatch(/overdue|dueToday/)
    expect(line).toMatch(/50/)
    expect(print(parse(line, reader).query, reader)).toBe('state:overdue,dueToday loanState:50')
  },
)

test.each([
  ['zh', '逾期>10 排序:待还-', 'overdueDays>10 sort:repayable-'],
  ['zh', '逾期>10 sort:待还', 'overdueDays>10 sort:repayable'],
  ['vi', 'không:"Trả xong lúc" xếp:"Còn phải trả"', 'no:settledAt sort:repayable'],
  ['zh', 'rao 或 非 (singh 逾期>10)', 'rao OR -(singh overdueDays>10)'],
  ['es', 'NO rao O singh', '-rao OR singh'],
  ['es', 'rao o no singh', 'rao o no singh'],
  ['es', 'rao OR NOT singh', 'rao OR -singh'],
  ['es', 'rao "O" OMAR', 'rao "O" OMAR'],
  ['en', 'rao "或" "NO"', 'rao "或" "NO"'],
  ['vi', 'rao HOẶC KHÔNG singh', 'rao OR -singh'],
  ['id', 'rao ATAU BUKAN singh', 'rao OR -singh'],
  ['ja', 'rao または 除外 singh', 'rao OR -singh'],
] as const)('in %s “%s” is %s', async (language, line, canonical) => {
  const readers = await readersIn(language)
  const { reader } = readers.find(({ page }) => page === 'plans')!

  const { query, problems } = parse(line, reader)

  expect(problems).toEqual([])
  expect(print(query, reader)).toBe(canonical)
})

test.each(languages)('in %s no column is called as a keyword is, and each is one word', async (language) => {
  const readers = await readersIn(language)
  const said = Object.values(readers[0]!.reader.words.keywords!)
  const alike = readers.flatMap(({ page, reader }) =>
    Object.values(reader.words.fields)
      .filter((heading) => said.some((keyword) => fold(keyword) === fold(heading)))
      .map((heading) => `${page}: ${heading}`),
  )

  expect(alike).toEqual([])
  expect(said.filter((keyword) => !/^[\p{L}\p{M}]+$/u.test(keyword))).toEqual([])
  expect(new Set(said).size).toBe(4)
})

test.each(languages)('in %s everything that is offered to begin a term is said in its keywords', async (language) => {
  const readers = await readersIn(language)
  const { is, has, no, sort } = readers[0]!.reader.words.keywords!
  const offered = readers.flatMap(({ reader }) => suggestTerms(reader).map(({ text }) => text))
  const foreign = ['is', 'has', 'no', 'sort'].filter((canonical) => ![is, has, no, sort].includes(canonical))

  expect(offered).toEqual(expect.arrayContaining([`${is}:`, `${has}:`, `${no}:`, `${sort}:`]))
  expect(offered.filter((text) => foreign.some((canonical) => text.startsWith(`${canonical}:`)))).toEqual([])
})

test.each(languages)('in %s the line is offered, and printed, with the joints of the language', async (language) => {
  const { reader } = (await readersIn(language)).find(({ page }) => page === 'plans')!
  const { OR, NOT } = reader.words.joints!

  const line = printLocalized(parse('rao OR singh', reader).query, reader)

  expect(line).toBe(`rao ${OR} singh`)
  expect(parse(line, reader).query).toEqual(parse('rao OR singh', reader).query)
  expect(suggestTerms(reader).filter(({ label }) => label === 'OR' || label === 'NOT')).toMatchObject([
    { text: OR },
    { text: NOT },
  ])
  expect([OR, NOT].filter((word) => !jointWords.has(word) || word !== word.toUpperCase())).toEqual([])
  expect(Object.values(reader.words.fields).filter((heading) => [OR, NOT].includes(heading))).toEqual([])
})
