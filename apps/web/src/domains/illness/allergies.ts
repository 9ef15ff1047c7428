import { type AllergyKind, allergyKinds } from '@sukoyaka/wire/record/illness'

/** Drugs first: they are what must not be overlooked. */
export const kindsInOrder: AllergyKind[] = ['medicine', ...allergyKinds.filter((kind) => kind !== 'medicine')]
