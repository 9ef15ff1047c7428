import type { Interview } from '@sukoyaka/wire/care/interview'
import { IconMessageCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { beginDraft } from '../../domains/message/composer/begin-draft.ts'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { formatSentenceDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import classes from './InterviewsPage.module.css'

/** Tells the patient to change or cancel an upcoming interview by a message to the care team. */
export function ChangeRequest({ interview }: { interview: Interview }) {
  const { t } = useTranslation('interviews')
  const language = useLanguage()
  const { interviewee_id, conducted_at, status } = interview
  if (status !== 'scheduled' || Date.parse(conducted_at) <= Date.now()) return null
  const begin = () => beginDraft(interviewee_id, interviewee_id, `${t('mine.changeDraft', { day: formatSentenceDate(conducted_at, language) })}\n`)
  return (
    <Card title={t('mine.changeTitle')}>
      <p className={classes.change}>{t('mine.change')}</p>
      <ButtonLink icon={<IconMessageCircle aria-hidden />} to={`/messages/${interviewee_id}`} onClick={begin}>
        {t('mine.changeLink')}
      </ButtonLink>
    </Card>
  )
}
