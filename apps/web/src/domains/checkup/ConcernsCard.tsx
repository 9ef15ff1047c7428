import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { RangeBar } from '../../ui/chart/RangeBar.tsx'
import { DateText } from '../../ui/date/DateText.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import { StatusMark } from '../../ui/status/StatusMark.tsx'
import { isAbnormal, type NewestValue, scaleOf } from './abnormal.ts'
import classes from './ConcernsCard.module.css'
import { sideFor } from './spoken.ts'
import { useNewestValues } from './use-newest-values.ts'
import { useWords } from './words.ts'

const maxRows = 8

/** Abnormal newest values in patient wording: higher or lower than the range, without alarming terms. `note` is the care team's comment. */
export function ConcernsCard({ user_id, note }: { user_id: number; note?: ReactNode }) {
  const { t } = useTranslation('checkup')
  return (
    <QueryCard title={t('concern.title')} query={useNewestValues(user_id)} error={t('abnormal.error')} skeleton={<WaitingRows />}>
      {(newestValues) => (
        <>
          <Concerns newestValues={newestValues} />
          {note}
        </>
      )}
    </QueryCard>
  )
}

function WaitingRows() {
  return (
    <ul>
      {[0, 1, 2].map((at) => (
        <li key={at} className={classes.row}>
          <Skeleton height={20} width={at % 2 ? '88%' : '96%'} />
        </li>
      ))}
    </ul>
  )
}

function Concerns({ newestValues }: { newestValues: NewestValue[] }) {
  const { t } = useTranslation('checkup')
  const [all, setAll] = useState(false)
  const abnormal = newestValues.filter(isAbnormal)
  if (newestValues.length === 0) return <Empty title={t('concern.empty')} text={t('concern.emptyText')} />
  if (abnormal.length === 0) return <Empty title={t('concern.none')} text={t('concern.noneText')} />
  return (
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
          <StatusMark status={status} reader="patient" direction={sideFor('patient', newestValue.category, words.direction)} />
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
