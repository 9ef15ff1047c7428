import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/layout/Card.tsx'
import { ErrorState } from '../../ui/layout/Empty.tsx'
import { SkeletonLines, useSkeleton } from '../../ui/loading/Skeleton.tsx'
import { StatusMark } from '../../ui/status/StatusMark.tsx'
import { isAbnormal } from './abnormal.ts'
import classes from './ConcernsCard.module.css'
import { useNewestValues } from './use-newest-values.ts'
import { useWords } from './words.ts'

const maxRows = 6

/** Compact list of values out of range, for staff beside an interview. */
export function ConcernValues({ user_id, title }: { user_id: number; title: string }) {
  const { t } = useTranslation('checkup')
  const { newestValues, failed, retry } = useNewestValues(user_id)
  const wordsOf = useWords()
  const skeleton = useSkeleton(!newestValues && !failed)
  const abnormal = newestValues?.filter(isAbnormal) ?? []
  return (
    <Card title={title} busy={!newestValues && !failed}>
      {failed && !skeleton ? (
        <ErrorState title={t('abnormal.error')} onRetry={retry} />
      ) : !newestValues || skeleton ? (
        skeleton ? (
          <SkeletonLines count={3} />
        ) : null
      ) : abnormal.length === 0 ? (
        <p className={classes.day}>{t('concern.none')}</p>
      ) : (
        <ul>
          {abnormal.slice(0, maxRows).map((newestValue) => {
            const words = wordsOf(newestValue)
            return (
              <li key={newestValue.category.id} className={classes.brief}>
                <StatusMark status={newestValue.status ?? null} reader="staff" with_word={false} />
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
