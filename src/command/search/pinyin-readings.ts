import { customPinyin, pinyin, polyphonic } from 'pinyin-pro'
import type { Pinyin } from './search-entry.ts'

/**
 * What pinyin-pro reads differently from those who work with loans. 还 alone stands for every 还款, 应还, 待还 and 已还:
 * here it means 'pay back', except where it is 'still'. 重 before a verb is 'again'.
 */
const corrections = {
  还: 'huán',
  还有: 'hái yǒu',
  还是: 'hái shì',
  还在: 'hái zài',
  还没: 'hái méi',
  还未: 'hái wèi',
  重置: 'chóng zhì',
  重发: 'chóng fā',
  重拨: 'chóng bō',
  重跑: 'chóng pǎo',
  重算: 'chóng suàn',
  查重: 'chá chóng',
  行数: 'háng shù',
  整行: 'zhěng háng',
  分行: 'fēn háng',
}
customPinyin(corrections)

const style = { type: 'array', toneType: 'none', v: true } as const

/**
 * How `text` sounds, without tones, ü written v. Brings the dictionary of pinyin-pro (135 kB gzip) with it: for the
 * build, and for what is only known at run time through `pinyinOf`.
 */
export function pinyinReadings(text: string): Pinyin {
  const likeliest = pinyin(text, style)
  return polyphonic(text, style).map((all, i) => [...new Set([likeliest[i]!, ...all])])
}
