/**
 * Japanese words for drug classes and substances, with the English and Korean ones, as parts of regular expressions. English names of classes are those of the ATC
 * classification (WHO Collaborating Centre for Drug Statistics Methodology) and common ones.
 */
const synonyms: [japanese: string, english: string, korean: string][] = [
  ['NSAIDs', 'non-? ?steroidal(?: anti-? ?inflammatory)?(?: (?:drugs?|agents?))?', '비스테로이드성?(?: ?소염(?:진통)?제| ?항염증제)?'],
  ['痛み止め', 'pain ?killers?|pain relievers?|analgesics?', '소염진통제|진통제'],
  ['アスピリン', 'aspirin', '아스피린'],
  ['アセトアミノフェン', 'paracetamol|tylenol', '아세트아미노펜|타이레놀'],
  ['イブプロフェン', 'ibuprofen', '이부프로펜'],
  ['ジクロフェナク', 'diclofenac', '디클로페낙'],
  ['ペニシリン', 'penicillins?', '페니실린'],
  ['βラクタム', 'beta-? ?lactams?', '베타 ?락탐'],
  ['セフェム', 'cephalosporins?|cephems?', '세팔로스포린|세펨|세파'],
  ['カルバペネム', 'carbapenems?', '카바페넴'],
  ['キノロン', '(?:fluoro)?quinolones?', '(?:뉴|플루오로)?퀴놀론'],
  ['マクロライド', 'macrolides?', '마크로라이드|매크로라이드'],
  ['ステロイド', '(?:cortico)?steroids?', '(?:코르티코)?스테로이드'],
  ['スタチン', 'statins?', '스타틴'],
  ['フィブラート', 'fibrates?', '피브레이트'],
  ['β遮断薬', 'beta-? ?blockers?', '베타 ?차단제'],
  ['α遮断薬', 'alpha-? ?blockers?', '알파 ?차단제'],
  ['Ca拮抗薬', 'calcium (?:channel )?(?:blockers?|antagonists?)', '칼슘 ?(?:채널 ?)?(?:차단제|길항제)'],
  ['ARB', 'angiotensin (?:ii )?receptor blockers?', '안지오텐신 ?수용체 ?차단제'],
  ['ACE阻害薬', '(?:ace|angiotensin[ -]converting enzyme) inhibitors?', '(?:ACE|안지오텐신 ?전환 ?효소) ?(?:억제제|저해제)'],
  ['DPP-4阻害薬', '(?:dpp-?4|dipeptidyl peptidase[ -]4) inhibitors?', '(?:DPP-?4|디펩티딜 ?펩티다제-?4) ?(?:억제제|저해제)'],
  ['SGLT2阻害薬', '(?:sglt-?2|sodium-glucose co-?transporter[ -]2) inhibitors?', 'SGLT-?2 ?(?:억제제|저해제)'],
  ['ビグアナイド薬', 'biguanides?', '비구아니드|바이구아나이드'],
  ['SU薬', 'sul(?:f|ph)onyl-?ureas?', '설포닐 ?(?:우레아|요소)'],
  ['SSRI', 'ssris|selective serotonin re-?uptake inhibitors?', '선택적 ?세로토닌 ?재흡수 ?(?:억제제|저해제)'],
  ['抗血小板薬', '(?:anti-?platelet|platelet aggregation inhibitor)s?(?: (?:drugs?|agents?))?', '항혈소판제'],
  ['H2受容体拮抗薬', '(?:h2|histamine-?2)[ -](?:receptor )?(?:blockers?|antagonists?)', 'H2 ?(?:수용체 ?)?(?:차단제|길항제)'],
  ['プロトンポンプ阻害薬', 'proton pump inhibitors?|ppis?', '양성자 ?펌프 ?(?:억제제|저해제)'],
  ['抗ヒスタミン薬', 'anti-?histamines?', '항히스타민제'],
  ['利尿薬', 'diuretics?', '이뇨제'],
  ['抗凝固薬', 'anticoagulants?|blood thinners?', '항응고제'],
  ['睡眠薬', 'sleeping (?:pills?|tablets?)|hypnotics?', '수면제'],
  ['下剤', 'laxatives?', '변비약|하제'],
  ['造影剤', 'contrast(?: (?:media|medium|agents?|dyes?))?', '조영제'],
  ['ワクチン', 'vaccines?', '백신'],
  ['局所麻酔', 'local an(?:a)?esthetics?', '국소 ?마취제?'],
  ['リドカイン', 'lidocaine|xylocaine', '리도카인'],
  ['ヨード', 'iodine|iodinated', '요오드'],
]

/** Stems of generic names that tell the class (WHO, The use of stems in the selection of International Nonproprietary Names). */
const stems: [pattern: RegExp, japanese: string][] = [
  // not difenidol (セファドール) and cepharanthine
  [/(?<![ァ-ヶー])セフ(?!ァドール|ァランチン)|(?<![a-z])cef(?!adol)/i, 'セフェム'],
  // not a syringe (シリンジ)
  [/シリン(?!ジ|ダ)|cillin/i, 'ペニシリン'],
  [/(?<!ファロ)ペネム|(?<!faro)penem/i, 'カルバペネム'],
  [/フロキサシン|floxacin/i, 'キノロン'],
  [/スロマイシン|thromycin/i, 'マクロライド'],
]

/** Drug classes, in Japanese, by the stems in the names of a medicine: for medicines entered as text because they are not in the catalogue. */
export const classesInNames = (names: readonly string[]): string[] =>
  stems.flatMap(([pattern, japanese]) => (names.some((name) => pattern.test(name.normalize('NFKC').trim())) ? [japanese] : []))

/** Korean for “class of antibiotics or drugs”, replaced together with the word before it: 페니실린계 항생제 becomes ペニシリン. */
const koreanSuffix = '(?:계열|계)?(?: ?(?:항생제|항균제|약물))?'
const patterns = synonyms.map(([japanese, english, korean]) => ({
  japanese,
  pattern: new RegExp(`(?<![a-z])(?:${english})(?![a-z])|(?:${korean})${koreanSuffix}`, 'gi'),
}))

/** Replaces English and Korean words for drug classes and common substances by the Japanese ones, because the catalogue of medicines is in Japanese. */
export const withJapaneseDrugWords = (text: string): string =>
  patterns.reduce((translated, { pattern, japanese }) => translated.replace(pattern, japanese), text.normalize('NFKC'))
