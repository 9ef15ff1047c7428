import type { AllergyKind, Relative } from '@sukoyaka/wire/record/illness'

// the summary for another hospital is always in Japanese, regardless of the user's language

export const allergyWords: Record<AllergyKind, string> = {
  medicine: '薬剤',
  food: '食物',
  pollen: '花粉',
  metal: '金属',
  asthma: '喘息',
  atopic: 'アトピー',
  other: 'その他',
}

export const relativeWords: Record<Relative, string> = {
  father: '父',
  mother: '母',
  brother: '兄弟',
  sister: '姉妹',
  son: '息子',
  daughter: '娘',
  f_grandpa: '父方祖父',
  f_grandma: '父方祖母',
  m_grandpa: '母方祖父',
  m_grandma: '母方祖母',
  f_uncle: '父方おじ',
  f_aunt: '父方おば',
  m_uncle: '母方おじ',
  m_aunt: '母方おば',
}
