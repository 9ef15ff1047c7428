import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './Booking.module.css'

/** What the patient has to mind; nothing where nothing is asked. */
export function Precautions({ lines }: { lines: readonly string[] }) {
  const { t } = useTranslation('booking')
  if (!lines.length) return null
  return (
    <section className={classes.mind} aria-label={t('precautions.title')}>
      <h3>
        <IconInfoCircle aria-hidden />
        {t('precautions.title')}
      </h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
