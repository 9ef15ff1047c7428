import type { Language } from '@sukoyaka/phrases/language'
import { mail } from '@sukoyaka/phrases/mail'
import { placeOf } from '@sukoyaka/rules/care/interview'
import { formatInstant } from '@sukoyaka/rules/time'
import type { InterviewChange } from '@sukoyaka/wire/care/interview'
import { translate } from '../../config/language.ts'

type NoticeDetails = {
  user_id: number
  change: InterviewChange
  conducted_at: string
  meeting_type: 'online' | 'other'
  location?: string | undefined
  facility_name?: string | null | undefined
  public_url: string
}

/** The mail gives the change, time, place and a link only, because it may be read on a locked screen. */
export const interviewNotice = (
  language: Language,
  { user_id, change, conducted_at, meeting_type, location = '', facility_name, public_url }: NoticeDetails,
): { subject: string; text: string } => {
  const place =
    meeting_type === 'online'
      ? translate(mail, language, 'interview.online')
      : placeOf({ location }, facility_name) || translate(mail, language, 'interview.unplaced')
  const values = { when: formatInstant(conducted_at, language, 'weekday'), where: place, link: `${public_url}/${user_id}/summary` }
  return { subject: translate(mail, language, `interview.${change}.subject`), text: translate(mail, language, `interview.${change}.text`, values) }
}
