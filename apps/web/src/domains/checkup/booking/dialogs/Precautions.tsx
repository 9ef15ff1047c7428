import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../../ui/date/tokyo.ts'
import classes from '../Booking.module.css'

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u

/** Precautions for the patient; renders nothing without any. */
export function Precautions({ lines }: { lines: readonly string[] }) {
  const { t } = useTranslation('booking')
  const language = useLanguage()
  if (!lines.length) return null
  return (
    <section className={classes.mind} aria-label={t('precautions.title')}>
      <h3>
        <IconInfoCircle aria-hidden />
        {t('precautions.title')}
      </h3>
      <ul>
        {lines.map((line) => (
          // booked items keep the facility's original text
          <li key={line} lang={language !== 'ja' && japanese.test(line) ? 'ja' : undefined}>
            {line}
          </li>
        ))}
      </ul>
    </section>
  )
}
