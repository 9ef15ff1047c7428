/** Lipids whose lower limit does not apply to people who are treated. */
export const treatedLipids: readonly string[] = ['ldl_cholesterol', 'non_hdl_cholesterol']

/**
 * Medicines that lower LDL cholesterol: classes of the catalogue, and words in the names of medicines outside it. A low value is the target of the treatment:
 * the guideline of the Japan Atherosclerosis Society (動脈硬化性疾患予防ガイドライン 2022) has targets of less than 100 and 70 mg/dL and no lower limit. The
 * lower limit of D of the Japan Society of Ningen Dock (判定区分 2024, LDL below 60) looks for illness in people who are not treated.
 */
export const lipidLowering = {
  classes: ['スタチン', 'コレステロール吸収阻害薬'],
  words: ['スタチン', 'エゼチミブ', 'エボロクマブ', 'アリロクマブ', 'インクリシラン'],
}
