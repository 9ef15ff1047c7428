import { fullName } from '@sukoyaka/rules/person'
import { formatDay, formatInstant, tokyoDay } from '@sukoyaka/rules/time'
import type { Merge } from '@sukoyaka/wire/boards/admin/merge'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../../ui/loading/Skeleton.tsx'
import { useExistingPage } from '../../../ui/loading/use-existing-page.ts'
import { listSeparator } from '../../../ui/text/list-separator.ts'
import { Pager } from '../Pager.tsx'
import { groupCounts, totalOf } from './fields.ts'
import classes from './MergePage.module.css'
import { useListMergesQuery, useUndoMergeMutation } from './merge-api.ts'
import { UndoButton } from './UndoButton.tsx'

/** Past merges; a merge can be undone until its `undo_until`. */
export function PastMerges() {
  const { t } = useTranslation('merge')
  const [page, setPage] = useState(1)
  const query = useExistingPage(useListMergesQuery({ page }), page, setPage)
  return (
    <Card title={t('past.title')} flush>
      <QueryView query={query} error={t('past.error')} empty={t('past.none')} skeleton={<SkeletonLines count={3} />}>
        {(data) => (
          <>
            <ul className={classes.past}>
              {data.items.map((merge) => (
                <PastMerge key={merge.id} merge={merge} />
              ))}
            </ul>
            {data.total_count > data.items.length ? <Pager data={data} page={page} onPage={setPage} /> : null}
          </>
        )}
      </QueryView>
    </Card>
  )
}

function PastMerge({ merge }: { merge: Merge }) {
  const { t } = useTranslation('merge')
  const language = useLanguage()
  const [undo] = useUndoMergeMutation()
  const { kept, duplicate, moved, stayed, reason, merged_at, merged_by, undo_until, undone_at, undone_by } = merge
  const isOver = Date.parse(undo_until) <= Date.now()
  const what = t('past.into', { kept: fullName(kept, language), keptId: kept.id, duplicate: fullName(duplicate, language), duplicateId: duplicate.id })
  const groups = groupCounts(stayed).map(([group, rows]) => `${t(`group.${group}`)} ${rows}`)
  const state =
    undone_at !== null
      ? t('past.undone', { at: formatInstant(undone_at, language), name: undone_by ? fullName(undone_by, language) : '' })
      : isOver
        ? t('past.over')
        : t('past.until', { day: formatDay(tokyoDay(undo_until), language, 'weekday') })
  return (
    <li>
      <p className={classes.what}>{what}</p>
      <p lang="ja">{reason}</p>
      <small>{t('past.by', { at: formatInstant(merged_at, language), name: fullName(merged_by, language) })}</small>
      <small>{t('past.moved', { count: totalOf(moved) })}</small>
      {stayed.length ? <small>{`${t('past.stayed', { count: totalOf(stayed) })}（${groups.join(listSeparator(language))}）`}</small> : null}
      <small>{state}</small>
      {undone_at === null && !isOver ? (
        <UndoButton
          action={t('undo.action')}
          what={what}
          title={t('undo.title')}
          question={t('undo.question')}
          done={t('undo.done')}
          failed={t('undo.failed')}
          undo={() => undo({ id: merge.id })}
        />
      ) : null}
    </li>
  )
}
