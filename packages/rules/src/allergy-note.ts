import { fold } from './fold.ts'

export const foldWithoutSpaces = (text: string) => fold(text).replace(/\s+/g, '')

/** Words of a note that name no substance: what happened, where, how badly and when. */
const circumstances = [
  ...['発疹', '皮疹', '薬疹', '湿疹', '蕁麻疹', 'じんましん', 'じんま疹', 'かゆみ', '痒み', '発赤', '紅斑', '腫れ', '腫脹', '浮腫', 'むくみ'],
  ...[
    '呼吸困難',
    '息苦しさ',
    '喘息',
    '咳',
    '血圧低下',
    '意識消失',
    'アナフィラキシー',
    'ショック',
    '吐き気',
    '嘔気',
    '嘔吐',
    '下痢',
    '腹痛',
    '発熱',
    'めまい',
    '動悸',
  ],
  ...['全身', '顔', '口唇', '重症', '重度', '軽症', '軽度', '症状', '反応', 'あり', '昭和', '平成', '令和', '年', '月', '日', '頃', 'ごろ', '歳'],
  ...['anaphylaxis', 'urticaria', 'itching', 'swelling', 'nausea', 'vomiting', 'asthma', 'hives', 'rash'],
].map(foldWithoutSpaces)
const circumstance = new RegExp(`${circumstances.join('|')}|[\\d.-]`, 'g')

/** Whether a part of a note may name a substance: something other than circumstances and particles is left of it. もも is a peach, not two particles. */
const mayNameSubstance = (part: string) => !/^[のでがにとはを]*$/.test(foldWithoutSpaces(part).replace(circumstance, ''))

/** What a note of allergies lists, each with its brackets. A space separates unless it is between words of Latin letters. */
export const partsOf = (note: string) =>
  note
    .normalize('NFKC')
    .split(/(?:[\n、,・/;。]|(?<![!-~]) +| +(?![!-~]))+(?![^(]*\))/)
    .filter(mayNameSubstance)
