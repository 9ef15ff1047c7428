import { expect, test } from 'vitest'
import { type SummaryFacts, summaryText } from './summary-text.ts'

const now = new Date('2026-11-21T03:00:00Z')
const disease = (name_local: string) => ({ name_local, display_name: 'x' })
const category = (name_ja: string, unit_display = 'mg/dL', decimals = 0) => ({ name_ja, unit_display, decimals })
const range = (id: number, min: number | null, max: number | null) => ({ id, healthy: { min, max } })
const result = (id: number, status: number | null, value: number, more = {}) => ({
  id,
  status,
  value,
  recorded_at: '2026-10-14T00:00:00Z',
  range_id: 1,
  category: category(`項目${id}`),
  ...more,
})

const empty = {
  patient: { last_name: '早乙女', first_name: '楓', last_name_kana: '', first_name_kana: '', sex: null, birthday: null },
  assessments: [],
  past_illnesses: [],
  family_past_illnesses: [],
  performed_operations: [],
  medicine_intakes: [],
  supplement_intakes: [],
  results: [],
  untold: [],
  ranges: [],
} as unknown as SummaryFacts

const full = {
  patient: {
    last_name: '佐伯',
    first_name: '恵子',
    last_name_kana: 'サエキ',
    first_name_kana: 'ケイコ',
    sex: 'female',
    birthday: '1968-03-14',
    care_people: [
      { role: 'nurse', main: true, user: { last_name: '小林', first_name: '美咲' } },
      { role: 'doctor', main: true, user: { last_name: '中村', first_name: '健一' } },
    ],
    allergy_reactions: [
      { kind: 'food', is_occured: false, description: '' },
      { kind: 'metal', is_occured: false, description: '', is_self_reported: true },
      { kind: 'pollen', is_occured: true, description: '' },
      { kind: 'medicine', is_occured: true, description: 'セフェム系抗菌薬' },
    ],
  },
  assessments: [
    { id: 1, disease_id: 1, disease: disease('脂質異常症'), kind: 'problem', conducted_on: '2025-06-12', solved_on: null, memo: '3か月後に再検' },
    { id: 2, disease_id: 1, disease: disease('脂質異常症'), kind: 'high_risk', conducted_on: '2025-01-12', solved_on: null, memo: '' },
    { id: 3, disease_id: 2, disease: disease('睡眠時無呼吸症候群'), kind: 'suspect', conducted_on: '2026-10-28', solved_on: null, memo: '' },
    { id: 4, disease_id: 3, disease: disease('治った病気'), kind: 'problem', conducted_on: '2020-10-28', solved_on: '2021-01-01', memo: '' },
  ],
  past_illnesses: [
    { disease: disease('急性虫垂炎'), diagnosed_on: '1985-07', recovered_on: '1985', detail: '手術' },
    { disease: disease('肺炎'), diagnosed_on: '1997', recovered_on: '1997', detail: '' },
  ],
  family_past_illnesses: [
    { relative: 'father', disease: disease('2型糖尿病'), diagnosed_on: null, diagnosed_age: 60 },
    { relative: 'm_grandma', disease: disease('骨粗鬆症'), diagnosed_on: '1998', diagnosed_age: null },
  ],
  performed_operations: [{ name: '虫垂切除術', operated_on: '1985-07-03', facility: '市民病院', detail: '' }],
  medicine_intakes: [
    {
      medicine: { name_ja: 'ロスバスタチン' },
      name: null,
      strength: '2.5 mg',
      daily_volume: '1錠',
      divided_times: 1,
      timing: ['after_dinner'],
      started_on: '2025-06',
      ended_on: null,
      memo: '',
    },
    { medicine: null, name: 'やめた薬', strength: '', daily_volume: '', divided_times: null, timing: [], started_on: null, ended_on: '2026-11-20', memo: '' },
    { medicine: null, name: '今年まで', strength: '', daily_volume: '', divided_times: null, timing: [], started_on: null, ended_on: '2027', memo: '' },
  ],
  supplement_intakes: [{ supplement: { name_ja: 'ビタミンD' }, name: null, started_on: '2026-04-03', ended_on: null }],
  results: [
    result(1, 2, 6.1, { category: category('HbA1c（NGSP）', '%', 1), range_id: 2 }),
    result(2, 1, 162, { category: category('LDLコレステロール') }),
    result(3, 0, 100),
    result(4, 1, 5, { category: category('判定の範囲が残っていない項目', ''), range_id: null }),
  ],
  untold: [],
  ranges: [range(1, 60, 120), range(2, null, 5.6)],
} as unknown as SummaryFacts

test('the text of a full record has all sections', () => {
  expect(summaryText(full, now)).toBe(`患者サマリー
作成日：2026.11.21（令和8年）

氏名：佐伯 恵子（さえき けいこ）
性別：女性
生年月日：1968.03.14（昭和43年）生　58歳
主治医：中村 健一 医師

■ アレルギー
・薬剤：セフェム系抗菌薬
・花粉：あり
・なし：食物・金属（本人の回答）

■ 現在の問題
・脂質異常症（2025.06.12–）　3か月後に再検

■ 高リスク
・睡眠時無呼吸症候群（疑い）（2026.10.28–）

■ 既往歴
・急性虫垂炎（1985.07–1985）　手術
・肺炎（1997）

■ 家族歴
・父：2型糖尿病（60歳）
・母方祖母：骨粗鬆症（1998）

■ 手術歴
・虫垂切除術（1985.07.03）　市民病院

■ 服用中の薬
・ロスバスタチン 2.5 mg　1日1錠　分1　夕食後　（2025.06–）
・今年まで

■ サプリメント
・ビタミンD（2026.04–）

■ 最新の検査値（基準外）
・LDLコレステロール　162 mg/dL H　基準 60–119　2026.10.14
・判定の範囲が残っていない項目　5　2026.10.14
・HbA1c（NGSP）　6.1 % H　基準 –5.5　2026.10.14`)
})

test('lists a critical value of which the patient was not told, with the latest value of its item', () => {
  const pressure = { category_id: 9, category: category('最高血圧', 'mmHg') }
  const untold = result(5, 1, 196, { ...pressure, is_serious: true })
  const latest = result(6, 0, 118, { ...pressure, recorded_at: '2026-11-02T12:15:00Z', test_package_id: null, origin: '自己測定' })
  const text = summaryText({ ...full, results: [...full.results, latest], untold: [untold] } as never, now)
  expect(text).toContain(
    '■ 最新の検査値（基準外）\n・最高血圧　196 mmHg H　基準 60–119　2026.10.14（本人へ未連絡）　最新は118 mmHg（2026.11.02 21:15）\n・LDLコレステロール　162 mg/dL H　基準 60–119　2026.10.14\n',
  )
})

test('values that are not judged are not called normal', () => {
  const text = summaryText({ ...full, results: [result(1, 0, 5), result(2, null, 5)] } as never, now)
  expect(text).toContain('■ 最新の検査値（基準外）\n・判定した1項目に基準外なし（未判定1項目）')
})

test('each section says if it has no records', () => {
  const text = summaryText(empty, now)
  expect(text).toContain('氏名：早乙女 楓\n性別：不明\n生年月日：不明\n主治医：未設定')
  expect(text.match(/記録なし/g)).toHaveLength(8)
  expect(text).toContain('薬剤：未確認')
})

test('strips line breaks and bidi controls from text', () => {
  const memo = '一行目\n■ 偽の見出し\r\n\u202e逆\u202c\u0007 <script>alert(1)</script>'
  const text = summaryText({ ...full, assessments: [{ ...full.assessments[0]!, memo }] }, now)
  expect(text).toContain('・脂質異常症（2025.06.12–）　一行目 ■ 偽の見出し 逆 <script>alert(1)</script>')
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\p{Cf}/u)
})

test('lists 40 abnormal results at most and states how many are omitted', () => {
  const text = summaryText({ ...full, results: Array.from({ length: 60 }, (_, at) => result(at, 1, 200)) as never }, now)
  expect(text.match(/項目\d+　200/g)).toHaveLength(40)
  expect(text.endsWith('・ほか20項目')).toBe(true)
})
