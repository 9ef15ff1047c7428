import { type AllergyKind, allergyKinds } from '@sukoyaka/wire/record/illness'

/** Drugs first: drug allergies are the most critical. */
export const kindsInOrder: AllergyKind[] = ['medicine', ...allergyKinds.filter((kind) => kind !== 'medicine')]
