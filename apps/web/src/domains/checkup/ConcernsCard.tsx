import { markedStatus } from '@sukoyaka/rules/record/checkup'
import type { ResultStatus } from '@sukoyaka/wire/record/checkup'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { RangeBar } from '../../ui/chart/RangeBar.tsx'
import { DateText } from '../../ui/date/DateText.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import { StatusMark } from '../../ui/status/StatusMark.tsx'
import { isAbnormal, type NewestValue, scaleOf } from './abnormal.ts'
import classes from './ConcernsCard.module.css'
import { Later } from './explain/Later.tsx'
import { useSide } from './explain/use-side.ts'
import { useNewestValueTexts, useNoConcern } from './newest-value-texts.ts'
import { shownSide } from './spoken.ts'
import { useConcernValues } from './use-newest-values.ts'

const ResultDialog = lazyNamed(() => import('./explain/ResultDialog.tsx'), 'ResultDialog')

const maxRows = 8

/** Abnormal newest values in patient wording, without alarming terms. Each opens its explanation. `note` is the care team's comment. */
export function ConcernsCard({ user_id, note }: { user_id: number; note?: ReactNode }) {
  const { t } = useTranslation('checkup')
  return (
    <QueryCard
      title={t('concern.title')}
      action={(newestValues) =>
        newestValues?.length ? (
          <ButtonLink kind="ghost" forward to={`/${user_id}/database`}>
            {t('concern.all')}
          </ButtonLink>
        ) : undefined
      }
      query={useConcernValues(user_id)}
      error={t('abnormal.error')}
      skeleton={<WaitingRows />}
    >
      {(newestValues) => (
        <>
          <Concerns newestValues={newestValues} user_id={user_id} />
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

function NoConcern({ newestValues }: { newestValues: NewestValue[] }) {
  return <Empty {...useNoConcern(newestValues)} />
}

function Concerns({ newestValues, user_id }: { newestValues: NewestValue[]; user_id: number }) {
  const { t } = useTranslation('checkup')
  const [all, setAll] = useState(false)
  const [opened, setOpened] = useState<NewestValue>()
  const abnormal = newestValues.filter(isAbnormal)
  if (newestValues.length === 0) return <Empty title={t('concern.empty')} text={t('concern.emptyText')} />
  if (abnormal.length === 0) return <NoConcern newestValues={newestValues} />
  return (
    <>
      <ul>
        {(all ? abnormal : abnormal.slice(0, maxRows)).map((newestValue) => (
          <Concern key={newestValue.category.id} newestValue={newestValue} onOpen={() => setOpened(newestValue)} />
        ))}
      </ul>
      {abnormal.length > maxRows ? (
        <Button kind="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('abnormal.fewer') : t('abnormal.all', { count: abnormal.length })}
        </Button>
      ) : null}
      <Suspense>{opened ? <ResultDialog newestValue={opened} user_id={user_id} onClose={() => setOpened(undefined)} /> : null}</Suspense>
    </>
  )
}

function Concern({ newestValue, onOpen }: { newestValue: NewestValue; onOpen: () => void }) {
  const { t } = useTranslation('checkup')
  const texts = useNewestValueTexts(newestValue)
  const side = useSide(newestValue)
  const { newest, status, range } = newestValue
  return (
    <li className={classes.concern}>
      <button type="button" className={classes.row} aria-haspopup="dialog" onClick={onOpen}>
        <span className={classes.words}>
          <span className={classes.name} lang={texts.nameLang}>
            {texts.name}
          </span>
          <span className={classes.status}>
            <StatusMark
              status={markedStatus({ status: newest.status as ResultStatus | null, is_serious: newest.is_serious })}
              audience="patient"
              direction={shownSide('patient', newestValue.category, side)}
            />
            <span className={classes.day}>
              <DateText value={newest.recorded_at} />
            </span>
          </span>
          <Later newestValue={newestValue} audience="patient" />
        </span>
        <span className={classes.measure}>
          <span className={classes.value}>
            <span className={classes.number}>{texts.value}</span> <span className={classes.unit}>{texts.unit}</span>
          </span>
          {range ? (
            <RangeBar
              value={newest.value}
              status={status}
              band={range.healthy}
              {...scaleOf([newest.value], range)}
              width={136}
              label={t('concern.bar', { name: texts.name, value: texts.valueWithUnit, range: texts.range })}
            />
          ) : null}
        </span>
        <IconChevronRight className={classes.open} aria-hidden />
      </button>
    </li>
  )
}
