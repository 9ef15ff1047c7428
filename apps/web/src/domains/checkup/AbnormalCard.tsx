import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '../../ui/button/Button.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import { MarkIcon } from '../../ui/status/marks.tsx'
import classes from './AbnormalCard.module.css'
import { AbnormalRow } from './AbnormalRow.tsx'
import { isAbnormal, type NewestValue } from './abnormal.ts'
import { useNoneAbnormal } from './newest-value-texts.ts'
import { useConcernValues } from './use-newest-values.ts'

const maxRows = 8

/**
 * Items whose newest value is out of range or critical, and critical values of which the patient was not told. Each row links to its item on the page
 * `/:userId/database`.
 */
export function AbnormalCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('checkup')
  return (
    <QueryCard
      title={(newestValues) => <Title newestValues={newestValues} />}
      action={(newestValues) =>
        newestValues?.length ? (
          <ButtonLink kind="ghost" size="small" forward to={`/${user_id}/database`}>
            {t('abnormal.database')}
          </ButtonLink>
        ) : undefined
      }
      flush
      query={useConcernValues(user_id)}
      error={t('abnormal.error')}
      skeleton={<WaitingRows />}
    >
      {(newestValues) => (
        <div className={classes.box}>
          <Rows key={user_id} user_id={user_id} newestValues={newestValues} />
        </div>
      )}
    </QueryCard>
  )
}

function WaitingRows() {
  return (
    <div className={classes.box}>
      <div className={classes.waiting}>
        {[0, 1, 2, 3, 4].map((at) => (
          <div key={at} className={classes.waitingRow}>
            <Skeleton width={at % 2 ? '86%' : '94%'} />
          </div>
        ))}
      </div>
    </div>
  )
}

function Title({ newestValues }: { newestValues: NewestValue[] | undefined }) {
  const { t } = useTranslation('checkup')
  const abnormal = newestValues?.filter(isAbnormal) ?? []
  const warning = abnormal.filter(({ status }) => status === 2).length
  // critical values without a status are counted here too
  const danger = abnormal.length - warning
  return (
    <span className={classes.title}>
      <span>{t('abnormal.title')}</span>
      {danger > 0 ? (
        <span className={classes.danger}>
          <MarkIcon tone="danger" />
          {t('abnormal.danger', { count: danger })}
        </span>
      ) : null}
      {warning > 0 ? (
        <span className={classes.warning}>
          <MarkIcon tone="warning" />
          {t('abnormal.warning', { count: warning })}
        </span>
      ) : null}
      {newestValues?.length ? <span className={classes.of}>{t('abnormal.of', { count: newestValues.length })}</span> : null}
    </span>
  )
}

function NoneAbnormal({ newestValues }: { newestValues: NewestValue[] }) {
  return <Empty {...useNoneAbnormal(newestValues)} />
}

function Rows({ user_id, newestValues }: { user_id: number; newestValues: NewestValue[] }) {
  const { t } = useTranslation('checkup')
  const [all, setAll] = useState(false)
  const abnormal = newestValues.filter(isAbnormal)
  if (newestValues.length === 0) return <Empty title={t('abnormal.empty')} />
  if (abnormal.length === 0) return <NoneAbnormal newestValues={newestValues} />
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('abnormal.item')}</th>
            <th scope="col" className={classes.right}>
              {t('abnormal.value')}
            </th>
            <th scope="col" className={classes.wide}>
              {t('abnormal.range')}
            </th>
            <td />
            <th scope="col" className={classes.wide}>
              {t('abnormal.trend')}
            </th>
            <th scope="col" className={clsx(classes.wide, classes.right)}>
              {t('abnormal.day')}
            </th>
          </tr>
        </thead>
        <tbody>
          {(all ? abnormal : abnormal.slice(0, maxRows)).map((newestValue) => (
            <AbnormalRow key={newestValue.category.id} user_id={user_id} newestValue={newestValue} />
          ))}
        </tbody>
      </table>
      {abnormal.length > maxRows ? (
        <div className={classes.foot}>
          <Button kind="ghost" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('abnormal.fewer') : t('abnormal.all', { count: abnormal.length })}
          </Button>
        </div>
      ) : null}
    </>
  )
}
