import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { RangeBar } from '../../ui/chart/RangeBar.tsx'
import { DateText } from '../../ui/date/DateText.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Empty, ErrorState } from '../../ui/layout/Empty.tsx'
import { Skeleton, useSkeleton } from '../../ui/loading/Skeleton.tsx'
import { StatusMark } from '../../ui/status/StatusMark.tsx'
import { isAbnormal, type NewestValue, scaleOf } from './abnormal.ts'
import classes from './ConcernsCard.module.css'
import { useNewestValues } from './use-newest-values.ts'
import { useWords } from './words.ts'

const maxRows = 8

/** Abnormal newest values in patient wording: higher or lower than the range, without alarming terms. `note` is the care team's comment. */
export function ConcernsCard({ user_id, note }: { user_id: number; note?: ReactNode }) {
  const { t } = useTranslation('checkup')
  const { newestValues, failed, retry } = useNewestValues(user_id)
  const skeleton = useSkeleton(!newestValues && !failed)
  const [all, setAll] = useState(false)
  const loaded = skeleton ? undefined : newestValues
  const abnormal = loaded?.filter(isAbnormal) ?? []
  return (
    <Card title={t('concern.title')} busy={!newestValues && !failed}>
      {failed && !skeleton ? (
        <ErrorState title={t('abnormal.error')} onRetry={retry} />
      ) : !loaded ? (
        <ul>
          {[0, 1, 2].map((at) => (
            <li key={at} className={classes.row}>
              {skeleton ? <Skeleton height={20} width={at % 2 ? '88%' : '96%'} /> : null}
            </li>
          ))}
        </ul>
      ) : loaded.length === 0 ? (
        <Empty title={t('concern.empty')} text={t('concern.emptyText')} />
      ) : abnormal.length === 0 ? (
        <Empty title={t('concern.none')} text={t('concern.noneText')} />
      ) : (
        <>
          <ul>
            {(all ? abnormal : abnormal.slice(0, maxRows)).map((newestValue) => (
              <Concern key={newestValue.category.id} newestValue={newestValue} />
            ))}
          </ul>
          {abnormal.length > maxRows ? (
            <Button kind="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? t('abnormal.fewer') : t('abnormal.all', { count: abnormal.length })}
            </Button>
          ) : null}
        </>
      )}
      {loaded ? note : null}
    </Card>
  )
}

function Concern({ newestValue }: { newestValue: NewestValue }) {
  const { t } = useTranslation('checkup')
  const words = useWords()(newestValue)
  const { newest, status, range } = newestValue
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p className={classes.name} lang={words.name_lang}>
          {words.name}
        </p>
        <p className={classes.status}>
          <StatusMark status={status} reader="patient" direction={words.direction} />
          <span className={classes.day}>
            <DateText value={newest.recorded_at} />
          </span>
        </p>
      </div>
      <div className={classes.measure}>
        <p className={classes.value}>
          <span className={classes.number}>{words.value}</span> <span className={classes.unit}>{words.unit}</span>
        </p>
        {range ? (
          <RangeBar
            value={newest.value}
            status={status}
            band={range.healthy}
            {...scaleOf(newest.value, range)}
            width={136}
            label={t('concern.bar', { name: words.name, value: words.with_unit, range: words.range })}
          />
        ) : null}
      </div>
    </li>
  )
}
