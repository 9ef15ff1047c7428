import type { AllergyKind, Relative } from '@sukoyaka/wire/record/illness'
import type { Timing } from '@sukoyaka/wire/record/medication'

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

export const timingWords: Record<Timing, string> = {
  on_waking: '起床時',
  before_breakfast: '朝食前',
  after_breakfast: '朝食後',
  before_lunch: '昼食前',
  after_lunch: '昼食後',
  before_dinner: '夕食前',
  after_dinner: '夕食後',
  between_meals: '食間',
  before_sleep: '就寝前',
  as_needed: '頓用',
}
