import { useTranslation } from 'react-i18next'
import { Tooltip } from '../overlay/Tooltip.tsx'
import classes from './UnreadBadge.module.css'

export function UnreadBadge({ count }: { count: number }) {
  const { t } = useTranslation('common')
  if (count <= 0) return null
  const words = t('chat.unread', { count })
  return (
    <Tooltip label={words}>
      <span className={classes.badge}>
        <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
        <span className="visually-hidden">{words}</span>
      </span>
    </Tooltip>
  )
}
