import { IconRefresh } from '@tabler/icons-react'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/Button.tsx'
import classes from './Empty.module.css'

/** Empty state with the reference range motif: a value within the range. Cards of staff show no picture, because a page has many of them. */
export function Empty({ title, text, icon, action }: { title: ReactNode; text?: ReactNode; icon?: ReactNode; action?: ReactNode }) {
  return (
    <div className={clsx(classes.empty, classes.none)}>
      <div className={classes.picture}>
        {icon ?? (
          <svg width="120" height="48" viewBox="0 0 120 48" fill="none" aria-hidden="true" data-drawn>
            <rect y="12" width="120" height="24" rx="3" fill="var(--band)" />
            <path d="M0 12H120M0 36H120" stroke="var(--band-edge)" />
            <circle cx="60" cy="24" r="6" fill="var(--bg-surface)" stroke="var(--neutral-4)" strokeWidth="2.4" />
          </svg>
        )}
      </div>
      <p className={classes.title}>{title}</p>
      {text ? <p className={classes.text}>{text}</p> : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  )
}

/** Error state with the reference range motif: the line leaves the range. */
export function ErrorState({ title, text, onRetry }: { title?: ReactNode; text?: ReactNode; onRetry?: () => void }) {
  const { t } = useTranslation(['ui', 'common'])
  return (
    <div className={classes.empty} role="alert">
      <div className={classes.picture}>
        <svg width="120" height="50" viewBox="0 0 360 150" fill="none" aria-hidden="true" data-drawn>
          <rect y="40" width="360" height="52" rx="4" fill="var(--band)" />
          <path d="M0 40H360M0 92H360" stroke="var(--band-edge)" strokeWidth="3" />
          <path d="M4 76c36-4 52-24 84-20s44 22 74 14" stroke="var(--chart-line)" strokeWidth="5" strokeLinecap="round" />
          <path d="M196 88c14 14 26 22 44 24" stroke="var(--chart-line)" strokeWidth="5" strokeLinecap="round" strokeDasharray="2 12" />
          <circle cx="162" cy="70" r="11" fill="var(--healthy-mark)" />
          <circle cx="262" cy="114" r="12" stroke="var(--unknown-mark)" strokeWidth="6" fill="var(--bg-surface)" />
        </svg>
      </div>
      <p className={classes.title}>{title ?? t('ui:error.title')}</p>
      {text ? <p className={classes.text}>{text}</p> : null}
      {onRetry ? (
        <div className={classes.action}>
          <Button size="small" icon={<IconRefresh aria-hidden />} onClick={onRetry}>
            {t('ui:error.reload')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
