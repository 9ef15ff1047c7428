import { expect, test } from 'vitest'
import file from '../../../../apps/server/reference-data/medicines.json' with { type: 'json' }
import { allergiesAgainst, checkAllergies, duplicatesOf, medicineNamed, namesDrugFamily } from './medication.ts'
import { intakesFrom, intakesOn, isEnded, sortTimings } from './medication-period.ts'

const intake = (started_on: string | null, ended_on: string | null) => ({ started_on, ended_on })

test('an intake is over from its end day on, or from the first day of its end month', () => {
  expect(isEnded(intake(null, null), '2026-11-21')).toBe(false)
  expect(isEnded(intake(null, '2026-11-21'), '2026-11-20')).toBe(false)
  expect(isEnded(intake(null, '2026-11-21'), '2026-11-21')).toBe(true)
  expect(isEnded(intake(null, '2026-11'), '2026-11-01')).toBe(true)
  expect(isEnded(intake(null, '2027'), '2026-12-31')).toBe(false)
})

test('lists the intakes that have started and not ended on a day', () => {
  const intakes = intakesOn([intake(null, null), intake('2026-11', null), intake('2026-11-22', null), intake('2020', '2026-11-21')], '2026-11-21')
  expect(intakes).toEqual([intake(null, null), intake('2026-11', null)])
})

test('lists the intakes that are active on a day or later', () => {
  const [ended, current, later] = [intake('2020', '2026-11-21'), intake('2026-11', null), intake('2026-11-22', '2026-12-01')]
  expect(intakesFrom([ended, current, later], '2026-11-21')).toEqual([current, later])
})

test('sorts times of day and removes duplicates', () => {
  expect(sortTimings(['before_sleep', 'after_breakfast', 'before_sleep'])).toEqual(['after_breakfast', 'before_sleep'])
})

const amoxicillin = { medicine_id: 1, names: ['アモキシシリン', 'Amoxicillin'], class_name: 'ペニシリン系抗菌薬' }
const statin = { medicine_id: 2, names: ['ロスバスタチン', 'Rosuvastatin'], class_name: 'スタチン' }
const freeTextMedicine = (name: string) => ({ medicine_id: null, names: [name], class_name: '' })

test.each([
  ['the class', amoxicillin, 'ペニシリン系抗菌薬（2015年 発疹）'],
  ['the abbreviated class', amoxicillin, 'ペニシリン'],
  ['the class in hiragana', amoxicillin, 'ぺにしりん系'],
  ['the name', amoxicillin, '2010年、アモキシシリンで発疹'],
  ['the name in English and capitals', amoxicillin, 'AMOXICILLIN rash'],
  ['the name in half width', statin, 'ﾛｽﾊﾞｽﾀﾁﾝ'],
  ['a class without 系', statin, 'スタチンで筋肉痛'],
  ['a word that is part of a free-text name', freeTextMedicine('セフェム系抗菌薬（点滴）'), 'セフェム系抗菌薬（2019年 全身の発疹）'],
])('warns of a medicine if the note has %s', (_, medicine, note) => {
  expect(allergiesAgainst(medicine, ['スギ', note])).toEqual([note])
})

test.each([
  ['another class', amoxicillin, 'セフェム系抗菌薬（2019年 全身の発疹）'],
  ['only the reaction', statin, '2019年 発疹'],
  ['nothing', statin, ''],
  ['contrast medium', statin, '造影剤（2020年 じんましん）'],
])('does not warn of a medicine if the note has %s', (_, medicine, note) => {
  expect(allergiesAgainst(medicine, [note])).toEqual([])
})

const catalogue = [amoxicillin, statin].map(({ names, class_name }) => ({ name_ja: names[0]!, name_en: names[1]!, class_name }))
const checked = (medicine: typeof amoxicillin | ReturnType<typeof freeTextMedicine>, ...notes: string[]) => {
  const { matched, related, unchecked } = checkAllergies(medicine, notes, catalogue)
  return { matched, related: related.map(({ family, note }) => `${family}: ${note}`), unchecked }
}

test('distinguishes notes that match a medicine, that are related to it, that do not concern it, and that could not be checked', () => {
  expect(checked(amoxicillin, 'ペニシリン', 'セフェム系抗菌薬（2019年 全身の発疹）', 'ロキソニン', '造影剤', '風邪薬で発疹', '')).toEqual({
    matched: ['ペニシリン'],
    related: ['βラクタム系抗菌薬: セフェム系抗菌薬（2019年 全身の発疹）'],
    unchecked: ['風邪薬で発疹', ''],
  })
  expect(checked(statin, 'ペニシリン', 'セフェム系抗菌薬', 'アモキシシリン')).toEqual({ matched: [], related: [], unchecked: [] })
  expect(checked({ medicine_id: 4, names: ['ロキソプロフェン'], class_name: 'NSAIDs' }, 'アスピリンで喘息').related).toEqual(['NSAIDs: アスピリンで喘息'])
})

test('a note that may name an unknown substance beside known ones is unchecked; words for reactions, dates and body parts name none', () => {
  const partlyUnknown = [
    ...['ペニシリン、風邪薬', 'ペニシリン\n麻酔', 'セフェム　葛根湯', 'penicillin, codeine', 'ﾛｷｿﾆﾝ･漢方薬', 'ペニシリン\t風邪薬'],
    ...[
      '1)ペニシリン\n2)風邪薬',
      '1)ペニシリン（発疹\n2)コデイン',
      '①ペニシリン②風邪薬',
      '1.ペニシリン2.風邪薬',
      'ペニシリン(発疹)風邪薬',
      'ペニシリン（と風邪薬）',
    ],
    ...[
      'ペニシリンと風邪薬',
      'ペニシリン及び風邪薬',
      'ペニシリンや風邪薬',
      'ペニシリンとかぜ薬',
      'アモキシシリンとST合剤',
      'ペニシリン.風邪薬',
      '抗菌薬（ペニシリン、ミノマイ）',
    ],
    ...['penicillin and codeine', 'Amoxicillin rash Codeine hives', 'ロキソニン　Mg', 'ペニシリンで発疹コデインで嘔吐'],
  ]
  const known = [
    'ペニシリン\n2015年 全身の発疹',
    'ペニシリン\n反応: アナフィラキシー 中等度\n重大性: 高い\n発症: 2019-05\n最終発症: 2020-01-02',
    'ペニシリン\n反応: 蕁麻疹 重度\n重大性: 評価不能',
    'セフェムで発疹、呼吸困難',
    '造影剤（CT、点滴）とアスピリン',
    '平成27年頃、ロキソニンでじんましん',
    'AMOXICILLIN severe rash',
    'ペニシリン (2015年 全身の発疹)',
    'ペニシリン アレルギー',
    'ペニシリン、子供の頃に38度の発熱',
    'ペニシリン系抗菌薬、10年前、蕁麻疹が出ました',
    'ペニシリン[発疹、かゆみ]',
    '痛み止め、セファゾリン',
    'Amoxicillin, mild skin rash in March 2015',
    'アスピリン 100mg、服用後に顔が腫れた',
    'セフェム（掻痒感',
    '1)ペニシリン\n2)アスピリン',
    // with the words before an answer of a questionnaire
    'ペニシリン\n問診票の回答（2026.12.01）：セフェムで呼吸困難',
    'ペニシリン\nQuestionnaire answer (2026.12.01): amoxicillin, hives',
    'ペニシリン\n문진표 응답(2026.12.01): アスピリン',
  ]
  expect(checked(statin, ...partlyUnknown, ...known)).toEqual({ matched: [], related: [], unchecked: partlyUnknown })
})

test.each([
  ['ACE阻害薬', 'ACE inhibitor, cough', 'angiotensin-converting enzyme inhibitors', 'ACE 억제제', '안지오텐신 전환효소 억제제'],
  ['DPP-4阻害薬', 'DPP-4 inhibitors', 'dipeptidyl peptidase 4 inhibitor', 'DPP-4 억제제'],
  ['SGLT2阻害薬', 'SGLT2 inhibitors', 'SGLT-2 inhibitor, rash', 'SGLT2 억제제'],
  ['ビグアナイド薬', 'biguanides', '비구아니드계 약물'],
  ['SU薬', 'sulfonylureas', 'sulphonylurea, hives', '설포닐우레아'],
  ['SSRI', 'SSRIs', 'selective serotonin reuptake inhibitor', '선택적 세로토닌 재흡수 억제제'],
  ['抗血小板薬', 'antiplatelet agents', '항혈소판제'],
  ['H2受容体拮抗薬', 'H2 blockers', 'H2-receptor antagonist', 'H2 차단제'],
])('a note in English or Korean names the class %s', (class_name, ...notes) => {
  expect(checked({ medicine_id: 9, names: ['ある薬'], class_name }, ...notes).matched).toEqual(notes)
  expect(checked({ medicine_id: 9, names: ['ある薬'], class_name: '去痰薬' }, ...notes).matched).toEqual([])
})

test('compares all families that a note names', () => {
  const note = 'セフェムで発疹、アスピリン喘息'
  expect(checked({ medicine_id: 4, names: ['ロキソプロフェン'], class_name: 'NSAIDs' }, note).related).toEqual([`NSAIDs: ${note}`])
  expect(checked(amoxicillin, note).related).toEqual([`βラクタム系抗菌薬: ${note}`])
  for (const brand of ['バファリンA', 'ブルフェン錠', 'カロナール', 'モーラステープ', 'ポンタール', 'インダシン坐剤', 'セレコックス'])
    expect([brand, checked(freeTextMedicine(brand), note).related]).toEqual([brand, [`NSAIDs: ${note}`]])
  expect(['アスピリン喘息', 'NSAIDs過敏', '吸入薬で治療中', '花粉'].map(namesDrugFamily)).toEqual([true, true, false, false])
})

test('a medicine outside the catalogue cannot be checked, unless its name identifies it', () => {
  expect(checked(freeTextMedicine('漢方薬'), 'セフェム系抗菌薬')).toEqual({ matched: [], related: [], unchecked: ['セフェム系抗菌薬'] })
  expect(checked(freeTextMedicine('セファレキシン'), 'ペニシリン').related).toEqual(['βラクタム系抗菌薬: ペニシリン'])
  expect(checked(freeTextMedicine('セファレキシン'), 'セフェム系抗菌薬（2019年 全身の発疹）').matched).toHaveLength(1)
  expect(checked(freeTextMedicine('Cefazolin'), 'cephalosporins').matched).toHaveLength(1)
  expect(checked(freeTextMedicine('メロペネム点滴'), 'カルバペネム').matched).toHaveLength(1)
  expect(checked(freeTextMedicine('シプロフロキサシン'), 'キノロン').matched).toHaveLength(1)
  expect(checked(freeTextMedicine('アジスロマイシン'), 'セフェム').matched).toEqual([])
  for (const name of ['アドレナリン注0.1%シリンジ', 'セファドール', 'セファランチン'])
    expect(checked(freeTextMedicine(name), 'ペニシリン', 'セフェム')).toMatchObject({ matched: [], related: [] })
  expect(checked(freeTextMedicine('Penicillin V'), 'penicillin, hives', 'ペニシリン').matched).toEqual(['penicillin, hives', 'ペニシリン'])
  expect(medicineNamed(' rosuvastatin', catalogue)).toBe(catalogue[1])
  expect(medicineNamed('ロスバ', catalogue)).toBeUndefined()
})

test('finds the same medicine however it was entered, and others of its class', () => {
  const intakes = [freeTextMedicine('ロスバスタチン'), { medicine_id: 3, names: ['アトルバスタチン'], class_name: 'スタチン' }, amoxicillin]
  expect(duplicatesOf(statin, intakes)).toEqual({ same: [intakes[0]], related: [intakes[1]] })
  expect(duplicatesOf(freeTextMedicine('rosuvastatin'), [statin]).same).toEqual([statin])
  expect(duplicatesOf(freeTextMedicine('酸化マグネシウム'), intakes)).toEqual({ same: [], related: [] })
})

const medicines = file.items.map(({ name_ja, name_en, class_ja }) => ({ name_ja, name_en, class_name: class_ja }))

const outcome = (name: string, note: string) => {
  const { name_ja, name_en, class_name } = medicines.find((item) => item.name_ja === name)!
  const { matched, related, unchecked } = checkAllergies({ medicine_id: 1, names: [name_ja, name_en], class_name }, [note], medicines)
  return [matched.length && 'matched', ...related.map(({ family }) => `related: ${family}`), unchecked.length && 'unchecked'].filter(Boolean).join(', ')
}

test.each([
  // a part of the class
  ['レボフロキサシン', 'キノロン系抗菌薬', 'matched'],
  ['レボフロキサシン', 'キノロンで発疹', 'matched'],
  ['レボフロキサシン', 'ニューキノロン', 'matched'],
  ['プレドニゾロン', 'ステロイド', 'matched'],
  ['プレドニゾロン', 'ステロイド剤（点滴）', 'matched'],
  ['プレドニゾロン', 'ステロイド点滴で蕁麻疹', 'matched'],
  ['カルベジロール', 'β遮断薬', 'matched'],
  ['カルベジロール', 'β遮断薬で息苦しさ', 'related: αβ遮断薬'],
  ['ビソプロロール', 'αβ遮断薬', 'matched'],
  ['フロセミド', 'サイアザイド系利尿剤', 'matched'],
  ['フェキソフェナジン', '抗ヒスタミン剤', 'matched'],
  ['エナラプリル', 'ACE inhibitor', 'matched'],
  ['バルサルタン', 'ARBで浮腫', 'matched'],
  ['ロキソプロフェン', 'NSAID hives', 'matched'],
  // another medicine of the class or family
  ['イミダプリル', 'エナラプリル', 'related: ACE阻害薬'],
  ['イミダプリル', 'Enalapril, severe facial swelling', 'related: ACE阻害薬'],
  ['ランソプラゾール', 'エソメプラゾール', 'related: プロトンポンプ阻害薬'],
  ['トリクロルメチアジド', 'フロセミドで発疹', 'related: 利尿薬'],
  ['トリクロルメチアジド', 'furosemide rash', 'related: 利尿薬'],
  ['センノシド', 'magnesium oxide', 'related: 下剤'],
  ['カルベジロール', 'ビソプロロール', 'related: αβ遮断薬'],
  ['カルベジロール', 'α遮断薬', 'related: α遮断薬'],
  ['ロキソプロフェン', 'Aspirin: asthma', 'related: NSAIDs'],
  ['ロキソプロフェン', '非ステロイド性抗炎症薬', 'related: NSAIDs'],
  ['ロキソプロフェン', 'セレコキシブ', 'related: NSAIDs'],
  // not the class
  ['プレドニゾロン', '非ステロイド性抗炎症薬', ''],
  ['プレドニゾロン', 'NSAIDs', ''],
  ['アムロジピン', 'β遮断薬', ''],
  ['アムロジピン', 'キノロン系抗菌薬', ''],
  ['アムロジピン', 'ステロイド', ''],
  ['アムロジピン', 'Ca拮抗薬', 'matched'],
  ['アムロジピン', 'H2受容体拮抗薬', ''],
  ['クラリスロマイシン', 'ニューキノロン系抗菌薬', ''],
  ['ドキサゾシン', 'β遮断薬', ''],
  ['ビソプロロール', 'α遮断薬', ''],
  ['エナラプリル', 'ARB', ''],
  ['アムロジピン', 'Aspirin hives', ''],
  // short words, and words that are in many names
  ['カルボシステイン', 'ARB', ''],
  ['アセトアミノフェン', 'ACE inhibitor', ''],
  ['アセトアミノフェン', 'アミノ酸製剤', 'unchecked'],
  ['ボノプラザン', 'イオン性造影剤', 'unchecked'],
  ['バルサルタン', 'Carbamazepine', 'unchecked'],
  ['エナラプリル', '阻害薬', 'unchecked'],
  ['アムロジピン', '拮抗薬', 'unchecked'],
  ['アモキシシリン', '抗菌薬', 'unchecked'],
  // only a part of a name, or a name that is not known
  ['フェキソフェナジン', 'セチリジン', 'unchecked'],
  ['レボセチリジン', 'セチリジン', 'matched'],
  ['ランソプラゾール', 'オメプラゾール', 'unchecked'],
  // English and Korean classes and substances
  ['アモキシシリン', 'Penicillin: hives as a child', 'matched'],
  ['アモキシシリン', '페니실린계 항생제 두드러기', 'matched'],
  ['アモキシシリン', 'cephalosporins', 'related: βラクタム系抗菌薬'],
  ['レボフロキサシン', 'quinolone', 'matched'],
  ['レボフロキサシン', 'Fluoroquinolones, rash', 'matched'],
  ['レボフロキサシン', '퀴놀론계 항생제', 'matched'],
  ['プレドニゾロン', 'steroid injection', 'matched'],
  ['プレドニゾロン', 'Non-steroidal anti-inflammatory drugs', ''],
  ['プレドニゾロン', '비스테로이드성 소염제', ''],
  ['カルベジロール', 'beta blocker', 'matched'],
  ['ロキソプロフェン', '아스피린', 'related: NSAIDs'],
  ['ロキソプロフェン', 'nonsteroidal anti-inflammatory drug', 'matched'],
  ['フェキソフェナジン', 'antihistamines', 'matched'],
  ['アムロジピン', 'Penicillin rash', ''],
  ['アムロジピン', '조영제 쇼크', ''],
  ['アムロジピン', 'penicillin and sulfa drugs', 'unchecked'],
  ['アムロジピン', 'astatine', 'unchecked'],
  ['イミダプリル', 'Enalapril 알레르기', 'related: ACE阻害薬'],
])('%s with the allergy %s: %s', (name, note, expected) => {
  expect(outcome(name, note)).toBe(expected)
})

test('a medicine matches a note of its name or class, and no medicine fails to be compared with it', () => {
  for (const { name_ja, name_en, class_name } of medicines)
    for (const note of [name_ja, `${name_en.replace(/ \(.*/, '')} rash`, ...(class_name.length > 2 ? [class_name, class_name.replace(/薬$/, '剤')] : [])]) {
      expect([note, outcome(name_ja, note)]).toEqual([note, 'matched'])
      expect([note, outcome('プレガバリン', note)]).toEqual([note, name_ja === 'プレガバリン' ? 'matched' : ''])
    }
})
