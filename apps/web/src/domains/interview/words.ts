import { fullName } from '@sukoyaka/rules/person'
import type { Interview } from '@sukoyaka/wire/care/interview'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../ui/date/tokyo.ts'
import { listSeparator } from '../../ui/text/list-separator.ts'

/** Name of an interview, or its kind if it has none. */
export const useInterviewName = () => {
  const { t } = useTranslation('interview')
  return ({ name, kind }: Pick<Interview, 'name' | 'kind'>) => name.trim() || t(`kind.${kind}`)
}

/** Names and roles of the participants, for example 中村 健一 医師; in English, Dr. 中村 健一 and 小林 美咲 (Nurse). */
export const useParticipantNames = () => {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  return ({ participants }: Pick<Interview, 'participants'>) =>
    participants
      .map((person) => {
        const [name, role] = [fullName(person, language), t(`role.${person.role}`)]
        if (language !== 'en') return `${name} ${role}`
        return person.role === 'doctor' ? `Dr. ${name}` : `${name} (${role})`
      })
      .join(listSeparator(language))
}

/** The meeting URL of an online interview. Checked again here, so that only an HTTPS URL can become a link. */
export const joinUrl = ({ meeting_type, meeting_url }: Pick<Interview, 'meeting_type' | 'meeting_url'>) =>
  meeting_type === 'online' && meeting_url && /^https:\/\/[^\s]+$/i.test(meeting_url) ? meeting_url : undefined
