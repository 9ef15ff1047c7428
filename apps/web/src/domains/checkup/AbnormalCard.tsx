import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Empty, ErrorState } from '../../ui/layout/Empty.tsx'
import { Skeleton, useSkeleton } from '../../ui/layout/Skeleton.tsx'
import { MarkIcon } from '../../ui/status/marks.tsx'
import classes from './AbnormalCard.module.css'
import { AbnormalRow } from './AbnormalRow.tsx'
import { type Finding, isAbnormal } from './abnormal.ts'
import { useFindings } from './use-findings.ts'

const maxRows = 8

/** The newest value of each item that is out of range. */
export function AbnormalCard({ user_id }: { user_id: number }) {
  const { t } = useTranslation('checkup')
  const { findings, failed, retry } = useFindings(user_id)
  const skeleton = useSkeleton(!findings && !failed)
  const loaded = skeleton ? undefined : findings
  return (
    <Card title={<Title findings={loaded} />} flush busy={!findings && !failed}>
      <div className={classes.box}>
        {failed && !skeleton ? (
          <ErrorState title={t('abnormal.error')} onRetry={retry} />
        ) : loaded ? (
          <Rows key={user_id} findings={loaded} />
        ) : (
          <div className={classes.waiting}>
            {[0, 1, 2, 3, 4].map((at) => (
              <div key={at} className={classes.waitingRow}>
                {skeleton ? <Skeleton width={at % 2 ? '86%' : '94%'} /> : null}
              </div>
            ))}
          </div>
        )}
      </div>
    </Card>
  )
}

function Title({ findings }: { findings: Finding[] | undefined }) {
  const { t } = useTranslation('checkup')
  const count = (status: 1 | 2) => findings?.filter((finding) => finding.status === status).length ?? 0
  const [danger, warning] = [count(1), count(2)]
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
      {findings?.length ? <span className={classes.of}>{t('abnormal.of', { count: findings.length })}</span> : null}
    </span>
  )
}

function Rows({ findings }: { findings: Finding[] }) {
  const { t } = useTranslation('checkup')
  const [all, setAll] = useState(false)
  const abnormal = findings.filter(isAbnormal)
  if (findings.length === 0) return <Empty title={t('abnormal.empty')} />
  if (abnormal.length === 0) return <Empty title={t('abnormal.none')} text={t('abnormal.noneText', { count: findings.length })} />
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
            <th scope="col" className={`${classes.wide} ${classes.right}`}>
              {t('abnormal.day')}
            </th>
          </tr>
        </thead>
        <tbody>
          {(all ? abnormal : abnormal.slice(0, maxRows)).map((finding) => (
            <AbnormalRow key={finding.category.id} finding={finding} />
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
