import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { references } from '#contract/references.ts'
import { call } from '#src/call/call.ts'
import { foldText } from '#src/command/search/fold.ts'
import { matchPinyin, type PinyinTitle, pinyinOf, pinyinTitleOf } from '#src/command/search/pinyin.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { usePreferences } from '#src/session/preferences.ts'
import { type Argument, referenceKindOf } from './argument.ts'
import { debounce } from './debounce.ts'

/** Something that can be chosen for an argument. */
export interface ArgumentOption {
  readonly id: string
  readonly value: unknown
  readonly name: string
  readonly hint: string
  /** It is there no longer: shown, and not to be chosen. */
  readonly closed?: boolean
}

const typedMax = 64

/** Records that the server finds; null where none are looked for, `pending` until it has answered. */
function useReferences(argument: Argument, typed: string): readonly ArgumentOption[] | 'pending' | null {
  const kind = referenceKindOf(argument)
  const text = typed.slice(0, typedMax)
  const { data, isPlaceholderData } = useQuery({
    queryKey: ['references', kind, text],
    queryFn: async ({ signal }) => {
      if (text !== '') await debounce(signal)
      return call(references.search, { kind: kind!, text }, { signal })
    },
    enabled: kind !== null,
    placeholderData: (before) => before,
  })
  if (!kind) return null
  if (!data) return 'pending'
  const all = [
    ...data.found.map(({ id, name, hint }) => ({ id, value: id, name, hint })),
    ...data.closed.map(({ id, name, hint }) => ({ id, value: id, name, hint, closed: true })),
  ]
  if (!isPlaceholderData) return all
  // what was found for another text may be none of what is meant now
  const looked = foldText(text.trim())
  const still = all.filter(({ id, name, hint }) => foldText(`${name} ${hint} ${id}`).includes(looked))
  return still.length > 0 ? still : 'pending'
}

/** How Chinese words sound: known once the dictionary has come, which nothing else needs. */
function usePinyin(names: readonly string[], wanted: boolean): ReadonlyMap<string, PinyinTitle | null> {
  const [sounds, setSounds] = useState<ReadonlyMap<string, PinyinTitle | null>>(new Map())
  const all = names.join('\n')
  useEffect(() => {
    if (!wanted || all === '') return
    let here = true
    const read = async (name: string) => [name, pinyinTitleOf(name, await pinyinOf(name))] as const
    void Promise.all(all.split('\n').map(read)).then((known) => here && setSounds(new Map(known)))
    return () => {
      here = false
    }
  }, [all, wanted])
  return sounds
}

/**
 * What can be chosen for an argument: the words of a vocabulary, or records that the server finds. `pending` until that
 * is known.
 */
export function useArgumentOptions(argument: Argument, typed: string): readonly ArgumentOption[] | 'pending' {
  const { word, text } = useText()
  const records = useReferences(argument, typed)
  const { supportPinyinSearch } = usePreferences()
  const speaks = useLanguage()
  const { kind, offered = [], choices = offered, of = '' } = argument.field
  const hint = (value: string | number) => (typeof value === 'number' ? String(value) : '')
  const all: ArgumentOption[] =
    kind === 'flag'
      ? [true, false].map((value) => ({
          ...{ id: String(value), value, hint: '' },
          name: text(value ? 'command.yes' : 'command.no'),
        }))
      : choices.map((value) => ({ id: String(value), value, name: word(of, value), hint: hint(value) }))
  const looked = foldText(typed.trim())
  const chinese = speaks === 'zh' && supportPinyinSearch && /^[a-z]+$/.test(looked)
  const sounds = usePinyin(
    all.map(({ name }) => name),
    records === null && chinese,
  )
  const sound = (name: string): boolean => {
    const known = sounds.get(name)
    return known ? matchPinyin(known, known.likely, looked) !== null : false
  }
  return records ?? all.filter(({ name, id }) => foldText(`${name} ${id}`).includes(looked) || (chinese && sound(name)))
}
