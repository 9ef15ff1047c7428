import { foldWithoutSpaces } from './fold.ts'

const words = (text: string) => text.trim().split(/\s+/)
const longestFirst = (list: readonly string[]) => list.toSorted((a, b) => b.length - a.length)
/** 利尿剤 and 利尿薬 are the same. */
const plain = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll('剤', '薬')

/** Folds the name of a substance, or a note, for comparison. */
export const foldSubstance = (text: string): string => foldWithoutSpaces(plain(text))

/** Words that name no substance. They say, for example, what happened, where, how badly and when. */
const circumstances = longestFirst(
  words(
    plain(`
    アレルギー 過敏症 発疹 皮疹 薬疹 湿疹 蕁麻疹 じんましん じんま疹 かゆみ 痒み 掻痒感 掻痒 発赤 紅斑 腫れた 腫れる 腫れて 腫れ 腫脹 浮腫 むくみ
    呼吸困難 息苦しさ 息苦しい 喘息 発作 血圧低下 意識消失 意識障害 アナフィラキシー ショック 吐き気 嘔気 嘔吐 下痢 腹痛 発熱 高熱 めまい 動悸 倦怠感
    肝障害 腎障害 全身 顔面 口唇 皮膚 手足 重症 重篤 重度 中等度 軽症 軽度 重大性 高い 低い 評価不能 最終 発症 発現 軽い 強い 症状 反応 副作用 服用 内服 使用 投与 摂取 点滴 注射 入院 検査 手術
    出現 出た 出ました 出る 出て 起きた 起こした なった なりました なる 食べると 食べて 飲むと 飲んで 飲んだ かゆくなる
    明治 大正 昭和 平成 令和 年前 子供 小児期 小児 幼少期 学生 以前 過去 疑い 可能性
    問診票 回答 문진표 응답
    抗菌薬 抗生物質 抗生剤 鎮痛薬 解熱薬 麻酔薬 製剤 製品 薬剤 加熱 不可 禁止
    알레르기 두드러기 발진 가려움 부종 호흡곤란 천식 쇼크 아나필락시스 구토 메스꺼움 설사 복통 발열 전신 얼굴 피부 중증 경증 심한 복용 섭취 사용 후 있음 년 월 일 경 세`),
  ),
)
/** Kanji that name no substance in a run of nothing but these. The names of substances contain them too. */
const kanjiCircumstances = /[咳顔口喉後時中年月日頃歳度回系類薬剤粉生可]/g
const latinCircumstances = new Set(
  words(`
    allergy allergic allergies anaphylaxis anaphylactic shock urticaria itching itch itchy swelling swollen nausea vomiting diarrhea asthma hives rash fever reaction
    difficulty breathing dyspnea face facial lip lips skin whole body severe mild moderate sensitivity intolerance after with and or to of in on at from the a an as by due
    caused causes years year months month ago child childhood age ct mri tablet tablets dose drug drugs medicine type class history
    questionnaire answer
    january february march april may june july august september october november december`),
)
const hiraganaParticles = /^(?:の|で|が|に|と|は|を|や|へ|より|から|など|した|して|する|ごろ|ころ|あり|ある|ため|による|よる|も$)*$/
/** Parts and forms of a food that contain no other one. */
const formsOfFood = longestFirst(
  words('肉 汁 油 実 皮 種 白 黄 黒 全般 果汁 果実 果肉 由来 nuts nut fruit juice oil es s').concat(
    words('エキス パウダー オイル ペースト ジュース ゴールド グリーン ロースト').map(foldSubstance),
  ),
)
const koreanParticles = /^(?:에서|에|으로|로|이|가|을|를|은|는|와|과|및|도|의)*$/
const amount = /\d+(?:[.,]\d+)*\s*(?:mg|ml|g|錠|回|日|度|歳|か月|ヶ月|カ月)?/g
/** Letters of one script in a row. */
const run = /[\p{Script=Katakana}ー]+|[\p{Script=Han}々]+|\p{Script=Hiragana}+|\p{Script=Latin}+|\p{Script=Hangul}+/gu

const without = (text: string, removed: readonly string[]) => removed.reduce((rest, word) => rest.replaceAll(word, ' '), text)

/**
 * Returns a function that tells whether a note about allergies names at least one of these substances and nothing else that may be a substance. It ignores
 * circumstances. Each run of katakana or kanji must contain the name of a substance, and each run of Latin letters begin with one. A mere part of a name
 * is not enough: ナッツ is not ピーナッツ. Each run of hiragana or Hangul may consist of such names and particles only. Everything else counts as another
 * substance. A run with one of `alone` must contain nothing else than substances and what is made of one alone: アーモンド is known, not アーモンドチョコレート.
 */
export const noteReader = (substances: readonly string[], alone: readonly string[] = []) => {
  const known = longestFirst([...new Set(substances.map(foldSubstance))].filter(Boolean))
  // names that are not one run, such as 痛み止め, β遮断薬 and magnesium oxide, or contain a circumstance, such as 痛風発作治療薬
  const mixed = longestFirst(substances.map(plain).filter((word) => word.match(run)?.[0] !== word || circumstances.some((each) => word.includes(each))))
  const isKnown = (text: string) => known.some((word) => (/^[a-z]/.test(word) ? text.startsWith(word) : text.includes(word)))
  const standAlone = alone.map(foldSubstance)
  const isAlone = (text: string) => !without(without(text, known), formsOfFood).replace(kanjiCircumstances, '').trim()
  /** True: one of the substances. False: may be another substance. Undefined: no substance. */
  const kindOf = (token: string): boolean | undefined => {
    const folded = foldWithoutSpaces(token)
    if (/^[\p{Script=Hiragana}\p{Script=Hangul}]/u.test(token)) {
      const rest = without(folded, known)
      const particles = /^\p{Script=Hangul}/u.test(token) ? koreanParticles : hiraganaParticles
      if (!words(rest).every((part) => particles.test(part))) return false
      return rest === folded ? undefined : true
    }
    if (isKnown(folded)) return !standAlone.some((word) => folded.includes(word)) || isAlone(folded)
    return latinCircumstances.has(folded) || !folded.replace(kanjiCircumstances, '') ? undefined : false
  }
  return (note: string): boolean => {
    const text = plain(note)
    const rest = without(without(text, mixed).replace(amount, ' '), circumstances)
    const kinds = [...new Set(rest.match(run) ?? [])].map(kindOf)
    return !kinds.includes(false) && (kinds.includes(true) || mixed.some((word) => text.includes(word)))
  }
}
