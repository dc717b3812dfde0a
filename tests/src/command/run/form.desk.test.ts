import '#tests/src/command/browser.ts'
import { expect } from 'vitest'
import { argumentsOf } from '#src/command/arguments/argument.ts'
import { filledIn, formProblems, withChoice, withText } from '#src/command/arguments/form-draft.ts'
import { advance, startCommand, stepBack } from '#src/command/run/executor.ts'
import { closePalette, paletteState, updateForm } from '#src/command/run/palette-state.ts'
import { test } from '#tests/src/command/desk.ts'

const unlimited = () => null

test('a command that asks for more than three arguments opens one form, which names what is missing', async ({
  desk,
  given,
}) => {
  const { id } = await given.loan()
  await desk.sit('ops')
  await desk.mean('loans.failedPayouts', [id])

  await startCommand(desk.command('tickets.open'))
  const { draft } = await desk.at('form')
  const [kind, title, content] = argumentsOf(draft.command)
  expect([...formProblems(draft, unlimited).keys()]).toEqual(['kind', 'title', 'content'])
  // of the one row that is meant: what the command begins with
  expect(draft.args.priority).toBe('normal')
  const named = withText(withChoice(draft, kind!, { value: 'refund', name: 'Refund' }), title!, 'Call back')
  expect([...formProblems(named, unlimited).keys()]).toEqual(['content'])
  const whole = withText(named, content!, 'By cheque')
  expect(formProblems(whole, unlimited).size).toBe(0)

  expect(filledIn(whole, unlimited).args).toMatchObject({ kind: 'refund', title: 'Call back', content: 'By cheque' })
})

test('one step back from the review of a form is the form as it was filled in', async ({ desk, given }) => {
  const { id } = await given.loan()
  await desk.sit('ops')
  await desk.mean('loans.failedPayouts', [id])
  await startCommand(desk.command('loans.changeCard'))
  const { draft } = await desk.at('form')
  const value = { holder: 'Asha Rao', bank: 'HDFC', ifsc: undefined, account: '123456789', reason: 'wrongAccount' }
  await advance({ ...draft, args: value, untrusted: true })
  const review = await desk.at('review')

  stepBack(review.draft)

  const again = await desk.at('form')
  expect(again.draft.args).toMatchObject({ holder: 'Asha Rao', bank: 'HDFC', reason: 'wrongAccount' })
  expect(again.draft.initialTexts).toMatchObject({ bank: 'HDFC', account: '', reason: 'Account number was wrong' })
})

test('what was typed into a form that is closed can be gone on with', async ({ desk, given }) => {
  const { id } = await given.loan()
  await desk.sit('ops')
  await desk.mean('loans.failedPayouts', [id])
  await startCommand(desk.command('tickets.open'))
  const { draft } = await desk.at('form')
  updateForm(withText(draft, argumentsOf(draft.command)[1]!, 'Call back'))

  closePalette()
  await startCommand(desk.command('tickets.open'), paletteState.unfinished!)

  expect((await desk.at('form')).draft.args.title).toBe('Call back')
})

test('the words of a reason that is offered mean that reason, whoever types them', async ({ desk, given }) => {
  const { id } = await given.plan()
  await desk.sit('cs')
  await desk.mean('plans.list', [id])
  const all = argumentsOf(desk.command('reductions.request'))
  const { parseInlineArgs } = await import('#src/command/arguments/parse-inline-args.ts')
  const { parseContext } = await import('#src/command/arguments/draft-text.ts')
  const { word } = await import('#src/locale/text.ts')

  const read = parseInlineArgs('500 lost their income', all, { ...parseContext(), wordOf: word })

  expect(read?.args).toMatchObject({ reason: 'lostIncome' })
})
