import { expect, test } from 'vitest'
import { splitKarte } from './karte.ts'

test('splits a karte at its headings, in every notation', () => {
  expect(splitKarte('【経過】朝の血圧は130台。\n頭痛なし。\n\n■計画\n家庭血圧を記録。\n# 次回\n11.27')).toEqual([
    { heading: '経過', text: '朝の血圧は130台。\n頭痛なし。' },
    { heading: '計画', text: '家庭血圧を記録。' },
    { heading: '次回', text: '11.27' },
  ])
})

test('text before the first heading is the first part and has no heading', () => {
  expect(splitKarte('電話あり。\n\n■対応\n折り返す')).toEqual([
    { heading: null, text: '電話あり。' },
    { heading: '対応', text: '折り返す' },
  ])
  expect(splitKarte('ただのメモ')).toEqual([{ heading: null, text: 'ただのメモ' }])
})

test('does not take similar text for a heading', () => {
  for (const line of ['#1 の検体', '血圧は【要確認】', '■', '【】空', '## 見出しではない']) expect(splitKarte(line)).toEqual([{ heading: null, text: line }])
})

test('keeps headings without text; accepts Windows line ends and a blank karte', () => {
  expect(splitKarte('■計画\r\n\r\n■経過\r\nよい')).toEqual([
    { heading: '計画', text: '' },
    { heading: '経過', text: 'よい' },
  ])
  expect(splitKarte(' \n\n')).toEqual([])
})
