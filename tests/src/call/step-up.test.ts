import { expect, onTestFinished, test, vi } from 'vitest'
import { handleStepUp, withStepUp } from '#src/call/step-up.ts'

const refusal = (by = 'code') => Object.assign(new Error('refused'), { fault: 'step_up_needed', values: { by } })
const asking = (answer: boolean) => {
  const ask = vi.fn(async () => answer)
  onTestFinished(handleStepUp(ask))
  return ask
}

/** A call that the server refuses until something was proved. */
const guarded = () => vi.fn().mockRejectedValueOnce(refusal()).mockResolvedValue('done')

test('a call that asks for a step-up is made again once it is proved', async () => {
  const [ask, call] = [asking(true), guarded()]

  await expect(withStepUp(call)).resolves.toBe('done')

  expect(ask).toHaveBeenCalledExactlyOnceWith('code')
  expect(call).toHaveBeenCalledTimes(2)
})

test('what is not proved stays refused, and is not made again', async () => {
  asking(false)
  const call = guarded()

  await expect(withStepUp(call)).rejects.toMatchObject({ fault: 'step_up_needed' })

  expect(call).toHaveBeenCalledTimes(1)
})

test('a call that is refused twice is not made a third time', async () => {
  const ask = asking(true)
  const call = vi.fn().mockRejectedValue(refusal('password'))

  await expect(withStepUp(call)).rejects.toMatchObject({ fault: 'step_up_needed' })

  expect(call).toHaveBeenCalledTimes(2)
  expect(ask).toHaveBeenCalledExactlyOnceWith('password')
})

test('calls that are refused at the same time ask once', async () => {
  const ask = asking(true)

  await Promise.all([withStepUp(guarded()), withStepUp(guarded())])
  expect(ask).toHaveBeenCalledTimes(1)

  await withStepUp(guarded())
  expect(ask).toHaveBeenCalledTimes(2)
})

test('any other refusal is nobody’s to prove away', async () => {
  const ask = asking(true)
  const call = vi.fn().mockRejectedValue(Object.assign(new Error('refused'), { fault: 'forbidden' }))

  await expect(withStepUp(call)).rejects.toMatchObject({ fault: 'forbidden' })

  expect(ask).not.toHaveBeenCalled()
})

test('where nobody can be asked, the refusal stands', async () => {
  await expect(withStepUp(guarded())).rejects.toMatchObject({ fault: 'step_up_needed' })
})
