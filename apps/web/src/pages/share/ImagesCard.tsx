import type { SharedRecord } from '@sukoyaka/wire/boards/shared-record'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { Card } from '../../ui/layout/Card.tsx'
import type { Status } from '../../ui/status/marks.tsx'
import { StatusMark } from '../../ui/status/StatusMark.tsx'
import { recordLang } from '../../ui/text/record-lang.ts'
import classes from './Visit.module.css'

type Props = { token: string; images: NonNullable<SharedRecord['images']> }

/** Findings with their images; an image opens in a tab of its own, at most 1,600 pixels wide and high. */
export function ImagesCard({ token, images }: Props) {
  const { t } = useTranslation('share')
  const language = useLanguage()
  const count = images.reduce((sum, result) => sum + result.images.length, 0)
  return (
    <Card title={t('part.images')} count={count}>
      {images.length ? null : <p className={classes.quiet}>{t('images.none')}</p>}
      <ul className={classes.lines}>
        {images.map(({ name, recorded_at, origin, finding, status, images: ids, videos }) => (
          <li key={`${name} ${recorded_at} ${ids[0]}`}>
            <div className={classes.imageHead}>
              <b lang={recordLang(name, language)}>{name}</b>
              <span className={classes.quiet}>{[formatDate(recorded_at, language), origin].filter(Boolean).join('\u2003')}</span>
              <StatusMark status={(status ?? undefined) as Status} audience="staff" />
            </div>
            <p lang={recordLang(finding, language)}>{finding || t('images.noFinding')}</p>
            <div className={classes.pictures}>
              {ids.map((id, index) => {
                const url = `/api/shared_records/${token}/images/${id}`
                return (
                  <a key={id} href={url} target="_blank" rel="noreferrer">
                    <img src={url} loading="lazy" alt={t('images.alt', { name, day: formatDate(recorded_at, language), number: index + 1 })} />
                  </a>
                )
              })}
            </div>
            {videos ? <p className={classes.quiet}>{t('images.videos', { count: videos })}</p> : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}
