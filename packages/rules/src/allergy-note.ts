import { fold } from './fold.ts'

export const foldWithoutSpaces = (text: string) => fold(text).replace(/\s+/g, '')

const wordsIn = (...lines: string[]) => lines.flatMap((line) => line.split(' ')).map(foldWithoutSpaces)

/** Words of a note that name no substance: what happened, where, how badly, when, how much. */
const circumstances = wordsIn(
  'アレルギー 過敏症 発疹 皮疹 薬疹 湿疹 蕁麻疹 じんましん じんま疹 かゆみ 痒み 掻痒感 掻痒 発赤 紅斑 腫れた 腫れる 腫れ 腫脹 浮腫 むくみ',
  '呼吸困難 息苦しさ 喘息 咳 血圧低下 意識消失 アナフィラキシー ショック 吐き気 嘔気 嘔吐 下痢 腹痛 発熱 めまい 動悸',
  '全身 顔 口唇 重症 重度 軽症 軽度 症状 反応 服用後 内服後 使用後 投与後 摂取後 食後 出現 出た した あり 昭和 平成 令和 年 月 日 頃 ごろ 歳 錠 mg',
  'anaphylaxis urticaria allergy itching swelling nausea vomiting asthma severe hives rash',
  '알레르기 두드러기 발진 가려움 부종 호흡곤란 천식 쇼크 아나필락시스 구토 메스꺼움 설사 복통 전신 얼굴 중증 경증 있음 년 월 일 경 세',
)
const circumstance = new RegExp(`${circumstances.join('|')}|[\\d.()-]`, 'g')

/** Whether a part of a note may name a substance: something other than circumstances and particles is left of it. もも is a peach, not two particles. */
const mayNameSubstance = (part: string) => !/^[のでがにとはを]*$/.test(foldWithoutSpaces(part).replace(circumstance, ''))

/** と joins two words if both are written in kanji or katakana: otherwise it may be part of a word. */
const conjunction = /及び|および|並びに|又は|または|(?<=[\p{Script=Katakana}\p{Script=Han}ー])と(?=[\p{Script=Katakana}\p{Script=Han}])/gu
/** A run without separators. Within brackets nothing separates; a space does not before a bracket and between words of Latin letters. */
const part = /(?:\([^()]*\)|[^\s、,・/;。+&]|[ \t]+(?=\()|(?<=[!-~]) +(?=[!-~]))+/g

/** What a note of allergies lists, each with its brackets. */
export const partsOf = (note: string): string[] => (note.normalize('NFKC').replace(conjunction, '、').match(part) ?? []).filter(mayNameSubstance)
