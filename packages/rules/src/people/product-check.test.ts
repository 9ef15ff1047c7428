import type { AllergyKind } from '@sukoyaka/wire/record/illness'
import { expect, test } from 'vitest'
import { type CheckedPatient, type CheckedProduct, findingsFor, needsDoctor } from './product-check.ts'

const fiber = { ingredients: ['fiber'], allergens: [] }
const epa = { ingredients: ['epa_dha'], allergens: ['fish', 'gelatin'] }
const device = { ingredients: [], allergens: [] }
const productFindings = (product: CheckedProduct, checked: CheckedPatient) => findingsFor(checked)(product)
const patient = (more: Partial<CheckedPatient>): CheckedPatient => ({ medicines: [], supplements: [], allergies: [], ...more })
const medicine = (code: string | null, id = 1) => ({ id, code })
const allergy = (description: string, kind: AllergyKind = 'food', is_occured = true) => ({ id: 9, kind, is_occured, description })

test('a medicine has only one finding per product, the strictest', () => {
  expect(productFindings(fiber, patient({ medicines: [medicine('amlodipine'), medicine('levothyroxine', 2), medicine(null, 3)] }))).toEqual([
    { kind: 'medicine', record_id: 1, level: 'spacing', effect: 'absorption', hours: 2, allergens: [] },
    { kind: 'medicine', record_id: 2, level: 'spacing', effect: 'absorption', hours: 4, allergens: [] },
    { kind: 'medicine', record_id: 3, level: 'spacing', effect: 'absorption', hours: 2, allergens: [] },
  ])
  const bleeding = productFindings(epa, patient({ medicines: [medicine('warfarin'), medicine('aspirin', 2), medicine('amlodipine', 3)] }))
  expect(bleeding.map(({ record_id, level }) => [record_id, level])).toEqual([
    [1, 'doctor'],
    [2, 'caution'],
  ])
  expect(needsDoctor(bleeding)).toBe(true)
  expect(needsDoctor(bleeding.slice(1))).toBe(false)
})

test('a food allergy whose note names an allergen of the product, in any spelling, has a finding; an allergy that did not occur has none', () => {
  for (const description of ['サバで蕁麻疹', 'さば', '魚全般', 'Fish (salmon)', '생선'])
    expect(productFindings(epa, patient({ allergies: [allergy(description)] }))).toMatchObject([{ level: 'allergen', record_id: 9 }])
  expect(productFindings(epa, patient({ allergies: [allergy('そば'), allergy('魚', 'food', false)] }))).toEqual([])
})

test('a finding has only those allergens that the note names and the product contains', () => {
  const found = productFindings(epa, patient({ allergies: [allergy('えび、かに、大豆、ゼラチン'), allergy('魚とゼラチン')] }))
  expect(found.map(({ allergens }) => allergens)).toEqual([['gelatin'], ['fish', 'gelatin']])
})

test('freely typed medicines, unknown contents and allergies without a known name have the level unchecked', () => {
  expect(
    productFindings(epa, patient({ medicines: [medicine(null)], allergies: [allergy('ライチ')], supplements: [{ id: 4, ingredients: null }] })),
  ).toMatchObject([
    { kind: 'allergy', level: 'unchecked' },
    { kind: 'medicine', level: 'unchecked' },
    { kind: 'supplement', level: 'unchecked' },
  ])
  const levelsOf = (note: string) => productFindings(epa, patient({ allergies: [allergy(note)] })).map(({ level }) => level)
  for (const note of [
    'そば、ライチ',
    'そば、まつたけ',
    'そばとまつたけ',
    'えびとライチ',
    'そば、ノニ',
    '卵やライチ',
    'milk and lychee',
    'ナッツ',
    '木の実、ナッツ類',
    'nuts',
    '견과류',
    'buttermilk',
    '우유와리치',
    '',
  ])
    expect([note, levelsOf(note)]).toEqual([note, ['unchecked']])
  for (const note of [
    'そば、卵（2008年 じんましん）',
    '卵 (加熱は可)',
    '새우 알레르기',
    '땅콩 알레르기, 두드러기',
    '2015년에 새우 두드러기',
    '우유 및 계란',
    '牛乳・小麦粉',
    'ヤギ乳、goat milk',
    'やぎミルク',
  ])
    expect([note, levelsOf(note)]).toEqual([note, []])
  expect(productFindings({ ingredients: null, allergens: [] }, patient({ medicines: [medicine('amlodipine')] }))).toMatchObject([{ level: 'unchecked' }])
  expect(productFindings(device, patient({ medicines: [medicine(null)], allergies: [allergy('ライチ')] }))).toEqual([])
})

test('a word that contains the word of an allergen but means something else is not the allergen, in a note and in what a product contains', () => {
  const named = (text: string) => {
    const product = { ingredients: [], allergens: ['milk', 'egg', 'wheat', 'buckwheat', 'soy', 'peanut', 'fish', 'crustacean'] }
    const inNote = productFindings(product, patient({ allergies: [allergy(text)] }))
    const inProduct = product.allergens.filter((name) => {
      const word = { milk: '牛乳', egg: '卵', wheat: '小麦', buckwheat: '蕎麦', soy: '大豆', peanut: '落花生', fish: '魚', crustacean: '甲殻類' }[name]!
      return productFindings({ ingredients: [], allergens: [text] }, patient({ allergies: [allergy(word)] })).some(({ level }) => level === 'allergen')
    })
    expect([text, inProduct]).toEqual([text, inNote.flatMap(({ allergens }) => allergens)])
    return inProduct
  }
  for (const [text, ...expected] of [
    ['豆乳', 'soy'],
    ['soy milk', 'soy'],
    ['soymilk', 'soy'],
    ['soy-milk', 'soy'],
    ['egg, soy milk, wheat', 'egg', 'wheat', 'soy'],
    ['egg soy milk wheat', 'milk', 'egg', 'wheat', 'soy'],
    ['卵 soy milk', 'milk', 'egg', 'soy'],
    ['egg-soy-milk', 'milk', 'egg', 'soy'],
    ['egg soy-milk wheat', 'egg', 'wheat', 'soy'],
    ['egg soymilk wheat', 'egg', 'wheat', 'soy'],
    ['egg and soy milk', 'egg', 'soy'],
    ['allergic to soy milk or egg', 'egg', 'soy'],
    ['soy milkで蕁麻疹', 'soy'],
    ['goat milk', 'milk'],
    ['sheep milk', 'milk'],
    ['ヤギ乳', 'milk'],
    ['山羊乳', 'milk'],
    ['羊乳', 'milk'],
    ['やぎミルク', 'milk'],
    ['buttermilk', 'milk'],
    ['豆乳と牛乳', 'milk', 'soy'],
    ['大豆、乳', 'milk', 'soy'],
    ['大豆乳', 'milk', 'soy'],
    ['ココナッツミルク'],
    ['ココナツミルク'],
    ['coconut milk'],
    ['Coconut-milk'],
    ['coconut milk egg', 'milk', 'egg'],
    ['coconut milk chocolate', 'milk'],
    ['almond milk', 'milk'],
    ['almond-milk chocolate', 'milk'],
    ['アーモンドミルクチョコレート', 'milk'],
    ['魚介類', 'fish', 'crustacean'],
    ['almond milk chocolate', 'milk'],
    ['oat milk'],
    ['wheat oat milk', 'milk', 'wheat'],
    ['rice milk'],
    ['egg rice milk', 'milk', 'egg'],
    ['licorice milk', 'milk'],
    ['milk thistle extract'],
    ['soy milk thistle', 'soy'],
    ['코코넛 우유'],
    ['계란 코코넛 우유', 'milk', 'egg'],
    ['peanut butter', 'peanut'],
    ['peanut milk', 'milk', 'peanut'],
    ['ココナッツミルクチョコレート', 'milk'],
    ['牛乳石鹸', 'milk'],
    ['乳児期'],
    ['乳児用ミルク', 'milk'],
    ['乳がん'],
    ['卵殻膜', 'egg'],
    ['卵巣'],
    ['eggplant'],
    ['eggs', 'egg'],
    ['eggplant egg', 'egg'],
    ['egg plant', 'egg'],
    ['蕎麦', 'buckwheat'],
    ['そば粉', 'buckwheat'],
    ['そばかす'],
    ['buckwheat', 'buckwheat'],
    ['buckwheat wheat', 'wheat', 'buckwheat'],
    ['小麦色'],
    ['小麦', 'wheat'],
    ['えびすかぼちゃ'],
    ['えびすり身', 'crustacean'],
    ['えびかに', 'crustacean'],
    ['明らかに'],
    ['shellfish', 'crustacean'],
    ['魚の目'],
    ['땅콩', 'peanut'],
    ['콩', 'soy'],
  ])
    expect([text, ...named(text!)]).toEqual([text, ...expected])
  const levelsOf = (note: string) => productFindings(epa, patient({ allergies: [allergy(note)] })).map(({ level }) => level)
  expect([levelsOf('卵、ココナッツミルク'), levelsOf('乳児期に卵でじんましん')]).toEqual([['unchecked'], []])
})

test('an allergy of a kind outside comparedAllergies has a finding only if its note names an allergen of the product', () => {
  const levelsOf = (kind: AllergyKind, note: string) => productFindings(epa, patient({ allergies: [allergy(note, kind)] })).map(({ level }) => level)
  for (const kind of ['pollen', 'asthma', 'atopic', 'medicine', 'metal'] as const)
    expect([kind, levelsOf(kind, 'スギ'), levelsOf(kind, ''), levelsOf(kind, '魚')]).toEqual([kind, [], [], ['allergen']])
  expect([levelsOf('other', 'ラテックス'), levelsOf('other', '')]).toEqual([['unchecked'], ['unchecked']])
})

test('a supplement that shares an ingredient with the product has the level caution', () => {
  const taken = { id: 4, ingredients: ['vitamin_d', 'calcium'] }
  expect(productFindings({ ingredients: ['vitamin_d'], allergens: [] }, patient({ supplements: [taken] }))).toMatchObject([
    { level: 'caution', effect: 'duplicate' },
  ])
})

test('nuts, sesame and other foods of the labels are compared; スイカ is no いか', () => {
  const found = (allergen: string, note: string) =>
    productFindings({ ingredients: [], allergens: [allergen] }, patient({ allergies: [allergy(note)] })).map(({ level }) => level)
  expect([found('くるみ', 'くるみ（アナフィラキシー）'), found('アーモンド', 'almond'), found('ごま', '胡麻で蕁麻疹'), found('いか', 'イカ')]).toEqual([
    ['allergen'],
    ['allergen'],
    ['allergen'],
    ['allergen'],
  ])
  expect(found('いか', 'スイカ')).not.toContain('allergen')
})

test('an ingredient implies its allergen, also if the list of allergens is empty', () => {
  const whey = { ingredients: ['whey_protein'], allergens: [] }
  expect(productFindings(whey, patient({ allergies: [allergy('牛乳')] }))).toMatchObject([{ level: 'allergen', allergens: ['milk'] }])
})

const levelOf = (note: string, product: string) =>
  productFindings({ ingredients: [], allergens: [product] }, patient({ allergies: [allergy(note)] })).map(({ level }) => level)[0] ?? 'none'
const levelsOf = (notes: readonly string[], products: readonly string[]) => [
  ...new Set(notes.flatMap((note) => products.flatMap((product) => [levelOf(note, product), levelOf(product, note)]))),
]

test('milk is found in what is made of almond milk, and a word of several allergens names each of them', () => {
  expect(levelsOf(['牛乳', 'milk'], ['アーモンドミルクチョコレート', 'almond-milk chocolate', 'アーモンドミルク'])).toEqual(['allergen'])
  expect(levelsOf(['魚介類', '魚介'], ['さば', 'えび', 'いか', 'あわび', 'squid'])).toEqual(['allergen'])
  expect(levelsOf(['shellfish'], ['えび', 'いか', 'あわび', 'abalone'])).toEqual(['allergen'])
  expect(levelsOf(['shellfish'], ['さば', 'fish'])).toEqual(['none'])
})

test('what a product text names only in part is unchecked, but the usual words of labels are understood', () => {
  const texts = ['ナッツ類（くるみなど）', 'くるみ、その他の木の実', 'くるみなど', '胡桃等', 'アーモンドチョコレート', 'クルミミックスナッツ', 'cuttlefish']
  for (const text of texts) expect([text, levelOf('カシューナッツ', text)]).toEqual([text, 'unchecked'])
  for (const note of ['くるみなど', 'チキンカレー', 'クルミパン', 'beefburger']) expect([note, levelOf(note, 'cashew')]).toEqual([note, 'unchecked'])
  for (const text of ['一部に小麦・乳を含む', '大豆レシチン', '小麦由来', 'ごま油', '豚エキス', 'オレンジジュース', 'くるみ（クルミ）', 'egg', 'milk, egg'])
    expect([text, levelOf('カシューナッツ', text)]).toEqual([text, 'none'])
  for (const note of [
    'クルミアレルギー',
    '豚肉全般',
    '豚由来ゼラチン',
    '中等度の卵アレルギー',
    '卵で蕁麻疹などの症状',
    '生いか',
    'キウイアレルギー',
    'apples, peaches',
  ])
    expect([note, levelOf(note, 'cashew')]).toEqual([note, 'none'])
})

test('short words of allergens are not read in other foods and in ordinary Japanese', () => {
  for (const [word, others] of [
    ['牛肉', ['ビーフン']],
    ['桃', ['桜桃', '扁桃', '太もも', 'どれもも', '鶏もも肉']],
    ['豚', ['豚草', '돼지풀', '돼지감자']],
    ['いか', ['タイカレー', '強いかゆみ', 'ひどいかゆみ', '赤いかぶれ', '痛いから', 'よいか確認中']],
    ['魚', ['いくら食べても', 'いくらか食べられる']],
    ['ごま', ['エゴマ']],
  ] as const)
    for (const other of others) expect([other, ...levelsOf([word], [other])]).toEqual([other, 'unchecked'])
  for (const other of ['いか', '魚']) expect(levelOf('卵で強いかゆみ', other)).toBe('none')
  expect(levelsOf(['いか'], ['生いか', 'スルメイカ', 'イカゆがき', '赤いか', '紋甲いか', 'いかと卵'])).toEqual(['allergen'])
  expect(levelsOf(['もも', 'peach'], ['すもも', '白桃', '岡山桃', 'そばともも'])).toEqual(['allergen'])
  expect([levelOf('いくら', 'イクラカニ丼'), levelOf('ごま', 'カレーゴマ'), levelOf('魚', 'いかなご')]).toEqual(['allergen', 'allergen', 'allergen'])
})

test('gelatin is at least unchecked for an allergy to pork or beef, and the other way round', () => {
  expect(levelsOf(['豚肉', '牛肉', 'pork', '소고기'], ['ゼラチン', 'gelatin'])).toEqual(['unchecked'])
  expect([levelOf('鶏肉', 'ゼラチン'), levelOf('豚肉', '豚由来ゼラチン')]).toEqual(['none', 'allergen'])
})
