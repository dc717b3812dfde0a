import type { dictionaryEntries } from '#contract/dictionaries/entries.ts'
import type { Output } from '#contract/kernel/endpoint.ts'
import { send } from '#src/call/send.ts'
import { setWords } from '#src/locale/words.ts'

// as the contract has it: its schemas are not loaded before sign-in
type Answer = Partial<Output<typeof dictionaryEntries.words>> | undefined

/** Asks for the labels and entries of dictionaries, and has the console say them. Where nobody answers, those of before stay. */
export async function refreshWords(): Promise<void> {
  const answer = (await send('GET /sys/dict/words').catch(() => undefined)) as Answer
  if (answer?.words) setWords(answer.words)
}
