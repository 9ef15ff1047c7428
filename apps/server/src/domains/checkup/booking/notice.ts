import type { Language } from '@sukoyaka/phrases/language'
import { mail } from '@sukoyaka/phrases/mail'
import { formatDay, formatInstant, tokyoDay } from '@sukoyaka/rules/time'
import type { BookingChange } from '@sukoyaka/wire/record/booking'
import { translate } from '../../../config/language.ts'

type NoticeDetails = {
  user_id: number
  change: BookingChange
  tested_at?: string | undefined
  /** Only the day is known. */
  is_day?: boolean | undefined
  expires_at?: string | undefined
  public_url: string
}

/**
 * The mail gives times and a link, but no place or content, because it may be read on a locked screen. Only a cancelled booking can be without a date;
 * elsewhere a missing date belongs to a preview.
 */
export const bookingNotice = (language: Language, { user_id, change, tested_at, is_day, expires_at, public_url }: NoticeDetails) => {
  const missing = change === 'cancelled' ? 'booking.undated' : 'booking.dateToCome'
  const formatTime = (instant: string | undefined) => (instant ? formatInstant(instant, language, 'weekday') : translate(mail, language, missing))
  const day = is_day && tested_at ? formatDay(tokyoDay(tested_at), language, 'weekday') : undefined
  const values = { when: day ?? formatTime(tested_at), until: formatTime(expires_at), link: `${public_url}/${user_id}/summary` }
  const subject = translate(mail, language, `booking.${change}.subject`)
  if (change === 'fixed' && day) return { subject, text: translate(mail, language, 'booking.fixed_day.text', { ...values, day }) }
  return { subject, text: translate(mail, language, `booking.${change}.text`, values) }
}
