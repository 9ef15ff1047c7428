import type { Interview } from '@sukoyaka/wire/care/interview'
import { IconMessageCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useListMessageRoomsQuery } from '../../domains/message/api.ts'
import { beginDraft } from '../../domains/message/composer/begin-draft.ts'
import { ButtonLink } from '../../ui/button/Button.tsx'
import { formatSentenceDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import classes from './InterviewsPage.module.css'

/** Tells the patient how to change or cancel an upcoming interview: by a message to the care team, or without chat by phone. */
export function ChangeRequest({ interview }: { interview: Interview }) {
  const { t } = useTranslation('interviews')
  const language = useLanguage()
  const { interviewee_id, conducted_at, status } = interview
  const isOver = status !== 'scheduled' || Date.parse(conducted_at) <= Date.now()
  const rooms = useListMessageRoomsQuery({ patient_id: interviewee_id }, { skip: isOver }).currentData
  if (isOver) return null
  const begin = () => beginDraft(interviewee_id, interviewee_id, `${t('mine.changeDraft', { day: formatSentenceDate(conducted_at, language) })}\n`)
  return (
    <Card title={t('mine.changeTitle')}>
      {rooms?.items[0]?.chat === false ? (
        <p>{t('mine.changeOff')}</p>
      ) : (
        <>
          <p className={classes.change}>{t('mine.change')}</p>
          <ButtonLink icon={<IconMessageCircle aria-hidden />} to={`/messages/${interviewee_id}`} onClick={begin}>
            {t('mine.changeLink')}
          </ButtonLink>
        </>
      )}
    </Card>
  )
}
