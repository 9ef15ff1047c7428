import { canJoin } from '@sukoyaka/rules/care/interview'
import type { Interview } from '@sukoyaka/wire/care/interview'
import { IconVideo } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../ui/date/use-now.ts'
import classes from './schedule/Week.module.css'
import { joinUrl } from './words.ts'

/** Link to an online interview, visible from ten minutes before its start until its end. */
export function JoinLink({ interview, name }: { interview: Interview; name: string }) {
  const { t } = useTranslation('interview')
  const now = useNow()
  const url = joinUrl(interview)
  if (!url || !canJoin(interview, now)) return null
  return (
    <a className={classes.join} href={url} target="_blank" rel="noopener noreferrer" aria-label={t('schedule.joinNamed', { name })}>
      <IconVideo size={18} aria-hidden />
      {t('schedule.join')}
    </a>
  )
}
