import { fold } from '../fold.ts'

const separators = /[\s・_.,:;'"`~!?#&@|\\/／＿‐‑–—―−ー()（）[\]【】{}「」『』<>〈〉《》-]+/g

/** Folds width, case and kana of a header for comparison, and removes spaces and punctuation. */
export const foldHeader = (text: string) =>
  // many files write a long vowel mark in place of a hyphen, as in LDLーC, or the reverse
  fold(text.replace(/[ーｰ]/g, '')).replace(separators, '')

/** Folds a unit for comparison: mg/dl is mg/dL, 10^3/μL and ×10³/μL are 10*3/uL, 万/μL is 10*4/uL. */
export const foldUnit = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[µμ]/g, 'u')
    .replace(/mm3|mm\^3|cmm/g, 'ul')
    .replace(/[\s×x*^[\]{}・()]/g, '')
    .replace(/^億/, '108')
    .replace(/^(万|10000\/)/, (prefix) => (prefix === '万' ? '104' : '104/'))
    .replace(/^(千|1000\/)/, (prefix) => (prefix === '千' ? '103' : '103/'))
    .replace(/^百/, '102')
    .replace(/^個?\/ul$/, '/ul')
    .replace(/^個\//, '/')
    .replace(/^(回|拍)\/分$|^bpm$/, '/min')
    .replace(/分/g, 'min')
    .replace(/^度$|^°c$|^cel$/, '℃')
    .replace(/gcre?(n|a)?t?$/, 'gcr')
    .replace(/^iu\/l$/, 'u/l')
    .replace(/^㎝$/, 'cm')
    .replace(/^ミリ$/, 'mm')
    .replace(/^キロ$/, 'kg')

/** Splits a unit from the header, in brackets or after the name: `体重(kg)`, `LDL-C [mg/dl]`, `身長 cm`. */
export const splitUnit = (header: string): { name: string; unit: string } => {
  const text = header.normalize('NFKC').trim()
  const [, name = '', unit = ''] =
    /^(.+?)\s*[([【〔]\s*([^()[\]【】〔〕]*)\s*[)\]】〕]$/.exec(text) ?? /^(.+?)[\s_]+([^\s_]*(?:[/%]|cm|kg|mmhg|℃)[^\s_]*)$/i.exec(text) ?? []
  return looksLikeUnit(unit) ? { name: name.trim(), unit: unit.trim() } : { name: text, unit: '' }
}

const unitPattern =
  /^(%|cm|mm|m|kg|g|l|ml|℃|度|db|fl|pg|mmhg|bpm|回\/分|拍\/分|coi|s\/co|sd|点|歳|cm2|kg\/m2|u\/l|[a-zμµ×x*^\d.万千百億個回]*\/[a-zμµ\d.*^日分時・]+)$/i
export const looksLikeUnit = (text: string) => {
  const bare = text.normalize('NFKC').replace(/\s/g, '')
  return bare.length > 0 && bare.length < 20 && unitPattern.test(bare) && !/^\d+\/\d+$/.test(bare)
}
