import { fullName } from '@sukoyaka/rules/person'
import { formatInstant } from '@sukoyaka/rules/time'
import type { DistinctPair } from '@sukoyaka/wire/boards/admin/merge'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../../ui/date/tokyo.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { QueryView } from '../../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../../ui/loading/Skeleton.tsx'
import { useExistingPage } from '../../../ui/loading/use-existing-page.ts'
import { Pager } from '../Pager.tsx'
import classes from './MergePage.module.css'
import { useListDistinctQuery, useUnmarkDistinctMutation } from './merge-api.ts'
import { UndoButton } from './UndoButton.tsx'

/** Pairs of records that somebody marked as two different people. The mark can be withdrawn at any time. */
export function DistinctPairs() {
  const { t } = useTranslation('merge')
  const [page, setPage] = useState(1)
  const query = useExistingPage(useListDistinctQuery({ page }), page, setPage)
  return (
    <Card title={t('distinct.list')} count={query.currentData?.total_count} flush>
      <QueryView query={query} error={t('distinct.error')} empty={t('distinct.none')} skeleton={<SkeletonLines count={3} />}>
        {(data) => (
          <>
            <ul className={classes.past}>
              {data.items.map((pair) => (
                <DistinctRow key={`${pair.first.id}/${pair.second.id}`} pair={pair} />
              ))}
            </ul>
            {data.total_count > data.items.length ? <Pager data={data} page={page} onPage={setPage} /> : null}
          </>
        )}
      </QueryView>
    </Card>
  )
}

function DistinctRow({ pair: { first, second, decided_by, decided_at } }: { pair: DistinctPair }) {
  const { t } = useTranslation('merge')
  const language = useLanguage()
  const [withdraw] = useUnmarkDistinctMutation()
  const what = t('distinct.pair', { first: fullName(first, language), firstId: first.id, second: fullName(second, language), secondId: second.id })
  return (
    <li>
      <p className={classes.what}>{what}</p>
      <small>{t('past.by', { at: formatInstant(decided_at, language), name: fullName(decided_by, language) })}</small>
      <UndoButton
        action={t('distinct.undo')}
        what={what}
        title={t('distinct.undoTitle')}
        question={t('distinct.undoQuestion')}
        done={t('distinct.undone')}
        failed={t('distinct.undoFailed')}
        undo={() => withdraw({ first_id: first.id, second_id: second.id })}
      />
    </li>
  )
}
