import { expect, test } from 'vitest'
import { withJudgements, withoutImport } from './provider-judgements.ts'

const judgement = (name: string, text: string, is_overall = false) => ({ name, text, is_overall })
const [lipid, overall, endoscopy] = [judgement('脂質判定', 'C'), judgement('総合判定', 'D', true), judgement('胃内視鏡判定', 'B')]

test('a file changes the judgements that it has, and no others', () => {
  expect(withJudgements([lipid, overall], [endoscopy, judgement('脂質判定', 'A')])).toEqual([judgement('脂質判定', 'A'), overall, endoscopy])
  expect(withJudgements([lipid, overall], [])).toEqual([lipid, overall])
  // a column of one part with the name of the overall judgement
  expect(withJudgements([overall], [judgement('総合判定', 'A')])).toEqual([overall, judgement('総合判定', 'A')])
})

test('columns of the same name are different judgements', () => {
  const file = [judgement('判定', 'A'), lipid, judgement('判定', 'D')]
  expect(withJudgements([], file)).toEqual(file)
  expect(withJudgements(file, file)).toEqual(file)
})

test('without an import, its judgements are those from before it, unless others were written since', () => {
  const before = [judgement('脂質判定', 'A')]
  const written = withJudgements(before, [lipid, overall])
  expect(withoutImport(written, before, written)).toEqual(before)
  expect(withoutImport(withJudgements(written, [endoscopy]), before, written)).toEqual([...before, endoscopy])
  const corrected = judgement('総合判定', 'A', true)
  expect(withoutImport(withJudgements(written, [corrected]), before, written)).toEqual([...before, corrected])
  // a file that replaced all judgements, as imports once did
  expect(withoutImport([endoscopy], [lipid, overall], [endoscopy])).toEqual([lipid, overall])
})
