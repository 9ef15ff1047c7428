import { expect, test, vi } from 'vitest'
import { meetingKey, proposedSummary, type Segment, sectionsOf, sentencesOf, sourceFinder } from './minutes.ts'

const transcript: Segment[] = [
  { speaker: '岡田 由紀', text: 'こんにちは。今日はよろしくお願いします。', at: 3 },
  { speaker: '佐伯 恵子', text: 'よろしくお願いします。', at: 8 },
  { speaker: '岡田 由紀', text: '最近のお食事はいかがですか。', at: 12 },
  { speaker: '佐伯 恵子', text: '仕事が遅くて、夕食が21時を過ぎる日が週に4日くらいあります。', at: 17 },
  { speaker: '岡田 由紀', text: '間食はどうでしょう。', at: 31 },
  { speaker: '佐伯 恵子', text: 'どら焼きとか、和菓子を一日に一回くらい食べています。', at: 36 },
  { speaker: '岡田 由紀', text: 'では平日の夕食を2回に分けてみましょう。帰宅前に軽くおにぎりを。', at: 52 },
  { speaker: '佐伯 恵子', text: 'それならできそうです。薬の飲み忘れは週1回くらいです。', at: 64 },
  { speaker: '岡田 由紀', text: 'We will check the blood pressure at home for two weeks.', at: 80 },
]

test('finds the transcript source of each sentence', () => {
  const find = sourceFinder(transcript)
  expect(find('夕食が21時を過ぎる日が週4日ある')).toEqual({ from: 3, to: 3 })
  expect(find('間食は和菓子が中心で1日1回')).toMatchObject({ to: 5 })
  expect(find('平日の夕食を２回に分ける')).toEqual({ from: 6, to: 6 })
  expect(find('服薬の飲み忘れは週1回程度')).toEqual({ from: 7, to: 7 })
  expect(find('Check blood pressure at home for two weeks.')).toEqual({ from: 8, to: 8 })
})

test('finds no source for a sentence that was not said, even if it is similar', () => {
  const find = sourceFinder(transcript)
  for (const sentence of [
    'ロスバスタチンは継続し、2月に肝機能を再検する',
    'しっかり取り組んでいきたいとのことです。',
    'Smoking was discussed in detail.',
    '。',
    '',
  ])
    expect([sentence, find(sentence)]).toEqual([sentence, null])
  expect(sourceFinder([])('夕食が21時を過ぎる')).toBeNull()
})

test('splits notes into sections of sentences at their headings', () => {
  const notes = `全体の話。\r\n### 要約\n夕食が遅い。「無理です。」とのこと。\n\n## 決まったこと\n- 家庭血圧を**2週間**記録する\n* [献立](https://example.com)を送る\n1. 歩く\n---\n**次回までの確認**\n・薬の残り\n## 雑談\n天気`
  expect(sectionsOf(notes)).toEqual([
    { kind: 'summary', title: '', sentences: ['全体の話。', '夕食が遅い。', '「無理です。」とのこと。'] },
    { kind: 'decisions', title: '', sentences: ['家庭血圧を2週間記録する', '献立を送る', '歩く'] },
    { kind: 'next', title: '', sentences: ['薬の残り'] },
    { kind: 'other', title: '雑談', sentences: ['天気'] },
  ])
  expect(sectionsOf('')).toEqual([])
  expect(sectionsOf('#### Overview\nA. B! C? d.e')).toEqual([{ kind: 'summary', title: '', sentences: ['A.', 'B!', 'C?', 'd.e'] }])
})

test('cuts a sentence of more than 500 characters into parts without losing text', () => {
  const long = 'あ'.repeat(1_200)
  expect(sentencesOf(long)).toHaveLength(3)
  expect(sentencesOf(long).join('')).toBe(long)
})

test('identifies a meeting by host and path of its URL', () => {
  const key = meetingKey('https://meet.example.com/Abc-defg-hij/?authuser=1#x')
  expect(key).toBe('meet.example.com/abc-defg-hij')
  expect(meetingKey('http://www.meet.example.com/abc-defg-hij')).toBe(key)
  for (const none of ['https://meet.example.com/', 'javascript:alert(1)', 'x', '']) expect(meetingKey(none)).toBeNull()
})

test('proposes whole sentences for the patient, at most 400 characters', () => {
  const sections = [
    { kind: 'decisions' as const, sentences: [{ text: '家庭血圧を記録する' }] },
    { kind: 'summary' as const, sentences: [{ text: '夕食が遅い。' }, { text: 'あ'.repeat(200) }] },
    { kind: 'next' as const, sentences: [{ text: '薬の残り' }] },
  ]
  expect(proposedSummary(sections)).toBe(`夕食が遅い。${'あ'.repeat(200)}。家庭血圧を記録する。`)
  expect(proposedSummary([{ kind: 'summary', sentences: [{ text: 'あ'.repeat(401) }] }])).toBe('')
  expect(proposedSummary([{ kind: 'summary', sentences: [{ text: 'Fine.' }, { text: 'Go on' }] }])).toBe('Fine. Go on.')
})

test('compares a sentence of frequent words with a limited number of segments, however long the transcript is', () => {
  const words = ['血圧', '検査', '食事', '運動', '睡眠', '体重']
  const find = sourceFinder(
    Array.from({ length: 12_000 }, (_, index) => ({ speaker: '', text: `${words[index % 6]}の${words[(index * 7 + 1) % 6]}`, at: index })),
  )
  let comparisons = 0
  const has = Set.prototype.has
  vi.spyOn(Set.prototype, 'has').mockImplementation(function (this: Set<unknown>, value) {
    comparisons++
    return has.call(this, value)
  })
  const source = find('血圧と検査と食事と運動について、睡眠も体重も話した')
  vi.restoreAllMocks()
  expect(source).not.toBeUndefined()
  expect(comparisons).toBeGreaterThan(0)
  expect(comparisons).toBeLessThan(100_000)
})
