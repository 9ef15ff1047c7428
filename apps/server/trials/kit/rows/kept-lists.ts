/** Lists of a patient whose rows are added, changed and deleted one at a time. */
export const keptLists = [
  'allergy_reactions',
  'past_illnesses',
  'family_past_illnesses',
  'performed_operations',
  'medicine_intakes',
  'supplement_intakes',
] as const
export type KeptList = (typeof keptLists)[number]
