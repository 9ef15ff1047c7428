import type { Language } from '@sukoyaka/phrases/language'
import { formatDay, tokyoDay } from '@sukoyaka/rules/time'
import type { MergePatient } from '@sukoyaka/wire/boards/admin/merge'
import type { TFunction } from 'i18next'

/** Of somebody who registered, the last sign-in may be unknown, but there was one. */
export const signInText = (t: TFunction<'merge'>, { last_sign_in_at, is_registered }: MergePatient, language: Language): string => {
  if (last_sign_in_at === null) return t(is_registered ? 'noRecentSignIn' : 'neverSignedIn')
  return t('lastSignIn', { day: formatDay(tokyoDay(last_sign_in_at), language) })
}

/** Sorts patients by their last sign-in: those who never signed in first. */
export const signInOrder = ({ last_sign_in_at, is_registered }: MergePatient): string => last_sign_in_at ?? (is_registered ? '0' : '')
