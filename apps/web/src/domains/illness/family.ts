import type { FamilyPastIllness, Relative } from '@sukoyaka/wire/record/illness'

/** Pedigree order: grandparents, parent, siblings of the parent. */
export const fatherSide: Relative[] = ['f_grandpa', 'f_grandma', 'father', 'f_uncle', 'f_aunt']
export const motherSide: Relative[] = ['m_grandpa', 'm_grandma', 'mother', 'm_uncle', 'm_aunt']
export const ownSide: Relative[] = ['brother', 'sister', 'son', 'daughter']

const alwaysVisible: readonly Relative[] = ['f_grandpa', 'f_grandma', 'father', 'm_grandpa', 'm_grandma', 'mother']
const men: readonly Relative[] = ['f_grandpa', 'father', 'f_uncle', 'm_grandpa', 'm_uncle', 'brother', 'son']

/** Pedigree symbols: squares for men, circles for women. */
export const isMan = (relative: Relative) => men.includes(relative)
/** The next generation starts below this relative. */
export const endsGeneration = (relative: Relative) => relative === 'f_grandma' || relative === 'm_grandma'

/** Parents and grandparents are always drawn, others only with a known illness. */
export const visibleRelatives = (side: readonly Relative[], illnesses: readonly FamilyPastIllness[]) =>
  side
    .map((relative) => ({ relative, illnesses: illnesses.filter((illness) => illness.relative === relative) }))
    .filter(({ relative, illnesses: own }) => own.length > 0 || alwaysVisible.includes(relative))
