import { useTranslation } from 'react-i18next'
import { Tooltip } from '../overlay/Tooltip.tsx'
import classes from './UnreadBadge.module.css'

/** `label`: what the number counts, if not unread items. */
export function UnreadBadge({ count, label }: { count: number; label?: string | undefined }) {
  const { t } = useTranslation('common')
  if (count <= 0) return null
  const words = label ?? t('chat.unread', { count })
  return (
    <Tooltip label={words}>
      <span className={classes.badge}>
        <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
        <span className="visually-hidden">{words}</span>
      </span>
    </Tooltip>
  )
}
