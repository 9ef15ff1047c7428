import { expect, test } from 'vitest'
import { inserted, joined } from '../place.ts'
import { changesOf } from './diff.ts'

test('diffs Japanese text word by word', () => {
  expect(changesOf('朝の血圧は130台。頭痛なし。', '朝の血圧は140台。頭痛なし。')).toEqual([
    { kind: 'same', text: '朝の血圧は' },
    { kind: 'removed', text: '130' },
    { kind: 'added', text: '140' },
    { kind: 'same', text: '台。頭痛なし。' },
  ])
  expect(changesOf('同じ', '同じ')).toEqual([{ kind: 'same', text: '同じ' }])
})

test('the diff preserves both texts for long and very different input', () => {
  const [before, after] = [0, 1].map((n) => Array.from({ length: 5_000 }, (_, i) => `${n} ${i} 家庭血圧の記録。`).join('\n')) as [string, string]
  const pieces = changesOf(before, after)
  const textOfKind = (kind: string) =>
    pieces
      .filter((piece) => piece.kind !== kind)
      .map(({ text }) => text)
      .join('')
  expect([textOfKind('added'), textOfKind('removed')]).toEqual([before, after])
})

test('merges two texts, or keeps the one that contains the other', () => {
  expect([joined('一\n', '二'), joined('一二', '二'), joined('一', '一二'), joined('', '二')]).toEqual(['一\n\n二', '一二', '一二', '二'])
})

test('inserts text at the selection, a block at the start of a line', () => {
  expect(inserted('経過', 2, 2, '【】', true)).toEqual({ text: '経過\n【】', insertion: '\n【】', at: 5 })
  expect(inserted('', 0, 0, '■', true).text).toBe('■')
  expect(inserted('あいう', 1, 2, 'ん', false)).toEqual({ text: 'あんう', insertion: 'ん', at: 2 })
})
