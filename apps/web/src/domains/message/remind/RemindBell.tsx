import { IconBellFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../../ui/date/tokyo.ts'
import { Tooltip } from '../../../ui/overlay/Tooltip.tsx'
import classes from './RemindBell.module.css'

/** Bell with the time of the signed-in user's next reminder for the room; renders nothing if there is no reminder. */
export function RemindBell({ next_remind_at }: { next_remind_at: string | number | null | undefined }) {
  const { t } = useTranslation('common')
  const language = useLanguage()
  if (!next_remind_at) return null
  const words = t('chat.remindLater', { at: formatDate(next_remind_at, language, { time: true, year: false }) })
  return (
    <Tooltip label={words}>
      <span className={classes.bell}>
        <IconBellFilled aria-hidden size={18} />
        <span className="visually-hidden">{words}</span>
      </span>
    </Tooltip>
  )
}
