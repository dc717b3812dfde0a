import { expect, test } from 'vitest'
import { parse } from '#contract/kernel/query/parse.ts'
import { and, type Comparison, type Condition, not, or, type Scalar } from '#contract/kernel/query/tree.ts'
import {
  choice,
  day,
  exact,
  flag,
  has,
  me,
  money,
  month,
  number,
  oneOf,
  prefix,
  range,
  relative,
  screen,
  text,
  token,
  word,
} from './listing.ts'

const compare = (field: string, operator: Comparison, value: Scalar): Condition => ({
  kind: 'compare',
  field,
  operator,
  value,
})
const [a, b, c] = ['a', 'b', 'c'].map((each) => word(text(each))) as [Condition, Condition, Condition]

const rules: Record<string, readonly (readonly [line: string, where: Condition | null])[]> = {
  'terms side by side must all hold': [
    ['', null],
    ['a b  c', and([a, b, c])],
    ['a AND b', and([a, b])],
    ['a and', and([a, word(text('and'))])],
    ['a ANDY', and([a, word(text('ANDY'))])],
  ],
  'OR and | join alternatives, and bind weaker than standing side by side': [
    ['a OR b', or([a, b])],
    ['a|b c', or([a, and([b, c])!])],
    ['a or b', and([a, word(text('or')), b])],
    ['a ORDER', and([a, word(text('ORDER'))])],
    ['(a OR b) c', and([or([a, b]), c])],
    ['(a OR b) OR c', or([a, b, c])],
    ['((a))', a],
  ],
  '- and NOT turn a condition round': [
    ['-a', not(a)],
    ['NOT a', not(a)],
    ['- a', not(a)],
    ['NOT(a b)', not(and([a, b])!)],
    ['--a', a],
    ['-NOT -a', not(a)],
    ['not', word(text('not'))],
    ['NOTE', word(text('NOTE'))],
  ],
  'a colon and = ask for one of the values, != for none of them': [
    ['state:31,50', oneOf('state', choice(31), choice(50))],
    ['state=31', oneOf('state', choice(31))],
    ['state!=31,50', not(oneOf('state', choice(31), choice(50)))],
  ],
  'comparisons are for what has an order': [
    ['overdue>10', compare('overdue', '>', number(10))],
    ['overdue>=10', compare('overdue', '>=', number(10))],
    ['amount<5k', compare('amount', '<', money(500_000))],
    ['due<=2026-11', compare('due', '<=', month('2026-11'))],
    ['apr>36', compare('apr', '>', number(360_000))],
    ['created<-7d', compare('created', '<', relative(-7))],
  ],
  'a range holds both ends, and one may be open': [
    ['amount:5k..20k', range('amount', money(500_000), money(2_000_000))],
    ['due:..today', range('due', null, relative(0))],
    ['overdue:1..', range('overdue', number(1), null)],
    ['overdue:1...5', range('overdue', number(1), number(5))],
    ['overdue!=1..5', not(range('overdue', number(1), number(5)))],
    ['created:-7d..-1d', range('created', relative(-7), relative(-1))],
  ],
  'amounts are in major units and exact': [
    ['amount:12.5', oneOf('amount', money(1_250))],
    ['amount:-0.05,0', oneOf('amount', money(-5), money(0))],
    ['amount:-0', oneOf('amount', money(0))],
    ['amount:1.5k,2m', oneOf('amount', money(150_000), money(200_000_000))],
    ['amount:1.25Lakh,"3 crore"', oneOf('amount', money(12_500_000), money(3_000_000_000))],
    ['amount:“５ｋ”', oneOf('amount', money(500_000))],
    ['amount:12.50000', oneOf('amount', money(1_250))],
    ['amount:90071992547409.91', oneOf('amount', money(Number.MAX_SAFE_INTEGER))],
  ],
  'counts are whole, rates are percentages to four places': [
    ['overdue:1.5k', oneOf('overdue', number(1_500))],
    ['apr:36.5,0.0001%', oneOf('apr', number(365_000), number(1))],
  ],
  'a day and a month by themselves mean within them': [
    ['due:2026-11-21', oneOf('due', day('2026-11-21'))],
    ['created:2026-11,2024-02-29', oneOf('created', month('2026-11'), day('2024-02-29'))],
    ['due:Yesterday,today,tomorrow', oneOf('due', relative(-1), relative(0), relative(1))],
  ],
  'so long ago means from then to today, so far ahead from today to then': [
    ['created:-7d', range('created', relative(-7), relative(0))],
    ['due:+3D', range('due', relative(0), relative(3))],
    ['created:-2w', range('created', relative(-14), relative(0))],
    ['created:-1m', range('created', relative(-30), relative(0))],
    ['created:-1d', range('created', relative(-1), relative(0))],
    ['due:+0d', oneOf('due', relative(0))],
    ['due:-0d', oneOf('due', relative(0))],
  ],
  'text is the whole value, with a star its beginning, in quotes as it stands': [
    ['id:L1*', oneOf('id', prefix('L1'))],
    ['note:a=b:c,d.e', oneOf('note', text('a=b:c'), text('d.e'))],
    ['customer:"Asha Rao"', oneOf('customer', text('Asha Rao'))],
    ['customer:"Asha R"*', oneOf('customer', prefix('Asha R'))],
    ['note:"5*"', oneOf('note', text('5*'))],
    ['note:5**', oneOf('note', prefix('5*'))],
    ['note:""', oneOf('note', text(''))],
    [String.raw`note:"say \"a\\b\" \c"`, oneOf('note', text(String.raw`say "a\b" \c`))],
    ['note:"Ａ，Ｂ"', oneOf('note', text('Ａ，Ｂ'))],
    ['remarks:late', oneOf('remarks', text('late'))],
    ['product:basic*', oneOf('product', prefix('basic'))],
  ],
  'behind = a text or a reference is meant in full, but one with a star or @me': [
    ['note=a', oneOf('note', exact('a'))],
    ['note=a,"b c"', oneOf('note', exact('a'), exact('b c'))],
    ['note!=a', not(oneOf('note', exact('a')))],
    ['agent=S-7', oneOf('agent', exact('S-7'))],
    ['agent=@me', oneOf('agent', me)],
    ['note=a*', oneOf('note', prefix('a'))],
    ['note=a,b*', oneOf('note', exact('a'), prefix('b'))],
    ['agent=@me,Ravi', oneOf('agent', me, exact('Ravi'))],
    ['customer=Asha', oneOf('customer', text('Asha'))],
    ['id=L1', oneOf('id', text('L1'))],
  ],
  '@me is the reader where staff stands, ~ a sealed value': [
    ['agent:@me,Ravi', oneOf('agent', me, text('Ravi'))],
    ['agent:"@me"', oneOf('agent', text('@me'))],
    ['note:@me', oneOf('note', text('@me'))],
    ['phone:~k3-x_', oneOf('phone', token('k3-x_'))],
    ['phone:"~k3"', oneOf('phone', text('~k3'))],
    ['~k3', word(token('k3'))],
  ],
  'a masked field is found by its full value': [['phone:9876543210', oneOf('phone', text('9876543210'))]],
  'is: asks for a flag, has: and no: for a value': [
    ['is:blacklisted', flag('blacklisted')],
    ['IS=Blacklisted', flag('blacklisted')],
    ['has:fee', has('fee')],
    ['no:fee', not(has('fee'))],
    ['-no:fee', has('fee')],
    ['"sort":x', oneOf('sort', text('x'))],
  ],
  'a field goes by its own name, else by its column, whatever the case and accents': [
    ['DUEAGAIN:today', oneOf('dueAgain', relative(0))],
    ['"ngày đến hạn":today', oneOf('due', relative(0))],
    ['"NGAY DEN HAN":today', oneOf('due', relative(0))],
    ['has:"ngày đến hạn"', has('due')],
    ['due:today', oneOf('due', relative(0))],
  ],
  'a choice goes by its code, else by its label, which may stand for several': [
    ['state:"Quá hạn"', oneOf('state', choice(50))],
    ['state:"qua han",31', oneOf('state', choice(50), choice(31))],
    ['state:"đã trả"', oneOf('state', choice(40), choice(41))],
    ['channel:"Walk In"', oneOf('channel', choice('walk in'))],
    ['tags:VIP', oneOf('tags', choice('vip'))],
  ],
  'words are looked for as they are typed': [
    ['Rao "Asha Rao" 98*', and([word(text('Rao')), word(text('Asha Rao')), word(prefix('98'))])],
    ['x,y..z!', word(text('x,y..z!'))],
    ['"OR" "-a"', and([word(text('OR')), word(text('-a'))])],
    ['a"b c"', and([a, word(text('b c'))])],
  ],
}

for (const [rule, lines] of Object.entries(rules)) {
  test.for(lines)(`${rule}: %s`, ([line, where]) => {
    expect(parse(line, screen)).toMatchObject({ query: { where, sort: [] }, problems: [] })
  })
}
