/** What `MedicationDialog` shows: the list of intakes, or the form of a medicine or supplement (a new one if `id` is missing). */
export type DialogState = { kind: 'list' } | { kind: 'medicine' | 'supplement'; id?: number }
