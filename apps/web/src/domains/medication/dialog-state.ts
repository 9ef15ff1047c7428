import type { MedicineIntake, SupplementIntake } from '@sukoyaka/wire/record/medication'

/** What `MedicationDialog` shows: the list of intakes, or the form of a medicine or supplement (a new one without `opened`). */
export type DialogState =
  | { kind: 'list' }
  | { kind: 'medicine'; opened?: MedicineIntake | undefined }
  | { kind: 'supplement'; opened?: SupplementIntake | undefined }
