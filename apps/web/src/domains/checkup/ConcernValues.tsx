import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/layout/Card.tsx'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { SkeletonLines, useSkeleton } from '../../ui/layout/Skeleton.tsx'
import { StatusMark } from '../../ui/status/StatusMark.tsx'
import { isAbnormal } from './abnormal.ts'
import classes from './ConcernsCard.module.css'
import { useFindings } from './use-findings.ts'
import { useWords } from './words.ts'

const maxRows = 6

/** Compact list of values out of range, shown next to other staff tasks. */
export function ConcernValues({ user_id, title }: { user_id: number; title: string }) {
  const { t } = useTranslation('checkup')
  const { findings, failed, retry } = useFindings(user_id)
  const wordsOf = useWords()
  const skeleton = useSkeleton(!findings && !failed)
  const abnormal = findings?.filter(isAbnormal) ?? []
  return (
    <Card title={title} busy={!findings && !failed}>
      {failed && !skeleton ? (
        <ErrorState title={t('abnormal.error')} onRetry={retry} />
      ) : !findings || skeleton ? (
        skeleton ? (
          <SkeletonLines count={3} />
        ) : null
      ) : abnormal.length === 0 ? (
        <p className={classes.day}>{t('concern.none')}</p>
      ) : (
        <ul>
          {abnormal.slice(0, maxRows).map((finding) => {
            const words = wordsOf(finding)
            return (
              <li key={finding.category.id} className={classes.brief}>
                <StatusMark status={finding.status ?? null} reader="staff" with_word={false} />
                <span lang={words.name_lang}>{words.name}</span>
                <b>{words.value}</b>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
