import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import classes from './Flag.module.css'
import type { Direction, Status } from './marks.tsx'

/** H or L after a value out of range; read out as text. */
export function Flag({ direction, status = 1 }: { direction: Direction; status?: Status | null }) {
  const { t } = useTranslation('ui')
  return (
    <span className={clsx(classes.flag, status === 2 ? classes.warning : classes.danger)}>
      <span aria-hidden="true">{direction === 'high' ? 'H' : 'L'}</span>
      <span className="visually-hidden">{t(`flag.${direction}`)}</span>
    </span>
  )
}
