import { tokyoDay } from '@sukoyaka/rules/time'
import { useTranslation } from 'react-i18next'
import { formatDate, useLanguage } from '../../ui/date/tokyo.ts'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { StatusMark } from '../../ui/status/StatusMark.tsx'
import { isAbnormal, type NewestValue } from './abnormal.ts'
import classes from './ConcernsCard.module.css'
import { Later } from './explain/Later.tsx'
import { FarWord } from './FarWord.tsx'
import { useNewestValueFormatter, useNoneAbnormal } from './newest-value-texts.ts'
import { useConcernValues } from './use-newest-values.ts'

const maxRows = 6

function NoneAbnormal({ newestValues }: { newestValues: NewestValue[] }) {
  const { title, text } = useNoneAbnormal(newestValues)
  return (
    <li className={classes.day}>
      {title}
      {text ? <p>{text}</p> : null}
    </li>
  )
}

/** For staff during an interview: the worst of the newest values that are out of range or critical. */
export function ConcernValues({ user_id, title }: { user_id: number; title: string }) {
  const { t } = useTranslation('checkup')
  const query = useConcernValues(user_id)
  const formatTexts = useNewestValueFormatter()
  const language = useLanguage()
  const thisYear = tokyoDay(new Date()).slice(0, 4)
  return (
    <QueryCard
      title={title}
      query={query}
      error={t('abnormal.error')}
      isEmpty={(newestValues) => newestValues.length === 0}
      empty={<p className={classes.day}>{t('abnormal.empty')}</p>}
    >
      {(newestValues) => {
        const abnormal = newestValues.filter(isAbnormal)
        return (
          <ul>
            {abnormal.length ? null : <NoneAbnormal newestValues={newestValues} />}
            {abnormal.slice(0, maxRows).map((newestValue) => {
              const texts = formatTexts(newestValue)
              return (
                <li key={newestValue.category.id} className={classes.brief}>
                  <StatusMark status={newestValue.status ?? null} audience="staff" withWord={false} />
                  <span>
                    <span lang={texts.nameLang}>{texts.name}</span>{' '}
                    {newestValue.isFar || newestValue.newest.is_serious ? <FarWord isSerious={newestValue.newest.is_serious} /> : null}
                    <Later newestValue={newestValue} audience="staff" />
                  </span>
                  <b>{texts.value}</b>
                  <span className={classes.unit}>{texts.unit}</span>
                  <time className={classes.day} dateTime={newestValue.newest.recorded_at}>
                    {formatDate(newestValue.newest.recorded_at, language, { year: tokyoDay(newestValue.newest.recorded_at).slice(0, 4) !== thisYear })}
                  </time>
                </li>
              )
            })}
            {abnormal.length > maxRows ? <li className={classes.day}>{t('abnormal.more', { count: abnormal.length - maxRows })}</li> : null}
          </ul>
        )
      }}
    </QueryCard>
  )
}
