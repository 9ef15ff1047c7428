import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import classes from './Wordmark.module.css'

type Surface = 'page' | 'rail'

/** Logo without the name: two cupped hands and a head. */
export function LogoMark({ size = 34, on = 'page' }: { size?: number; on?: Surface }) {
  const line = on === 'rail' ? '#fff' : 'var(--accent-fg)'
  const dot = on === 'rail' ? '#9fd0c9' : 'var(--accent-mark)'
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <path d="M5 15.5C5 22.4 9.9 27 16 27s11-4.6 11-11.5" stroke={line} strokeWidth="3.4" strokeLinecap="round" />
      <path d="M10.6 15.2c0 3.6 2.3 6 5.4 6s5.4-2.4 5.4-6" stroke={line} strokeWidth="2.6" strokeLinecap="round" opacity=".55" />
      <circle cx="16" cy="8.4" r="4.2" fill={dot} />
    </svg>
  )
}

export function Wordmark({ size = 28, on = 'page' }: { size?: number; on?: Surface }) {
  const { t } = useTranslation('common')
  return (
    <span className={clsx(classes.wordmark, classes[on])} style={{ fontSize: Math.round(size * 0.58) }}>
      <LogoMark size={size} on={on} />
      {t('app.name')}
    </span>
  )
}
