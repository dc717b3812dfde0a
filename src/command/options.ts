import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { references } from '#contract/references.ts'
import { call } from '#src/call/call.ts'
import { useLanguage } from '#src/locale/language.ts'
import { useText } from '#src/locale/text.ts'
import { useSettings } from '#src/shell/settings.ts'
import { type Argument, searchedFor } from './argument.ts'
import { fold } from './search/fold.ts'
import { pinyinOf, type Sounds, sounding, soundsOf } from './search/pinyin.ts'

/** Something that can be chosen for an argument. */
export interface Option {
  readonly id: string
  readonly value: unknown
  readonly name: string
  readonly hint: string
}

/** How long to wait for the next letter before the server is asked. */
const patienceMs = 120
const typedMax = 64

function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), patienceMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

function useRecords(argument: Argument, typed: string): readonly Option[] | null {
  const kind = searchedFor(argument)
  const text = useSettled(typed).slice(0, typedMax)
  const { data } = useQuery({
    queryKey: ['references', kind, text],
    queryFn: ({ signal }) => call(references.search, { kind: kind!, text }, { signal }),
    enabled: kind !== null,
    placeholderData: (before) => before,
  })
  return kind && (data?.found ?? []).map(({ id, name, hint }) => ({ id, value: id, name, hint }))
}

/** How Chinese words sound: known once the dictionary has come, which nothing else needs. */
function useSounds(names: readonly string[], wanted: boolean): ReadonlyMap<string, Sounds | null> {
  const [sounds, setSounds] = useState<ReadonlyMap<string, Sounds | null>>(new Map())
  const all = names.join('\n')
  useEffect(() => {
    if (!wanted || all === '') return
    let here = true
    const read = async (name: string) => [name, soundsOf(name, await pinyinOf(name))] as const
    void Promise.all(all.split('\n').map(read)).then((known) => here && setSounds(new Map(known)))
    return () => {
      here = false
    }
  }, [all, wanted])
  return sounds
}

/** What can be chosen for an argument: the words of a vocabulary, or records that the server finds. */
export function useOptions(argument: Argument, typed: string): readonly Option[] {
  const { word, text } = useText()
  const records = useRecords(argument, typed)
  const { supportPinyinSearch } = useSettings()
  const speaks = useLanguage()
  const { kind, choices = [], of = '' } = argument.field
  const hint = (value: string | number) => (typeof value === 'number' ? String(value) : '')
  const all: Option[] =
    kind === 'flag'
      ? [true, false].map((value) => ({
          ...{ id: String(value), value, hint: '' },
          name: text(value ? 'command.yes' : 'command.no'),
        }))
      : choices.map((value) => ({ id: String(value), value, name: word(of, value), hint: hint(value) }))
  const looked = fold(typed.trim())
  const chinese = speaks === 'zh' && supportPinyinSearch && /^[a-z]+$/.test(looked)
  const sounds = useSounds(
    all.map(({ name }) => name),
    records === null && chinese,
  )
  const sound = (name: string): boolean => {
    const known = sounds.get(name)
    return known ? sounding(known, known.likely, looked) !== null : false
  }
  return records ?? all.filter(({ name, id }) => fold(`${name} ${id}`).includes(looked) || (chinese && sound(name)))
}
