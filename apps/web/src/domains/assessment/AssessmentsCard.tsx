import { openAndSolved } from '@sukoyaka/rules/care/assessment'
import type { Assessment } from '@sukoyaka/wire/care/assessment'
import { clsx } from 'clsx'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePermission } from '../../api/use-permission.ts'
import { AddButton } from '../../ui/button/AddButton.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { lazyNamed } from '../../ui/loading/lazy-named.ts'
import { QueryCard } from '../../ui/loading/QueryCard.tsx'
import { Skeleton } from '../../ui/loading/Skeleton.tsx'
import { AssessmentRow } from './AssessmentRow.tsx'
import classes from './AssessmentsCard.module.css'
import { useListAssessmentsQuery } from './api.ts'
import type { Facts } from './disease/facts.ts'
import { SolvedList } from './SolvedList.tsx'
import { useChange } from './use-change.ts'

const AddAssessmentDialog = lazyNamed(() => import('./AddAssessmentDialog.tsx'), 'AddAssessmentDialog')
const DiseaseDialog = lazyNamed(() => import('./disease/DiseaseDialog.tsx'), 'DiseaseDialog')

/** A patient’s problems and high risks; solved ones are collapsed. */
export function AssessmentsCard({ user_id, facts }: { user_id: number; facts: Facts }) {
  const { t } = useTranslation('assessment')
  const canWrite = usePermission('diagnoses.write')
  const query = useListAssessmentsQuery({ user_id, include: ['disease'] })
  const [adding, setAdding] = useState(false)
  const [openId, setOpenId] = useState<number>()
  const assessments = query.currentData?.items
  const opened = assessments?.find(({ id }) => id === openId)
  return (
    <QueryCard
      title={t('card.title')}
      flush
      query={query}
      error={t('card.error')}
      empty={<Empty title={t('card.empty')} text={t(canWrite ? 'card.emptyText' : 'card.emptyRead')} />}
      skeleton={<AssessmentsSkeleton />}
      action={canWrite ? <AddButton label={t('add.title')} disabled={!assessments} onClick={() => setAdding(true)} /> : null}
      more={
        <Suspense>
          {adding ? <AddAssessmentDialog user_id={user_id} facts={facts} assessments={assessments ?? []} onClose={() => setAdding(false)} /> : null}
          {opened ? <DiseaseDialog assessment={opened} facts={facts} assessments={assessments ?? []} onClose={() => setOpenId(undefined)} /> : null}
        </Suspense>
      }
    >
      {({ items }) => <Columns assessments={items} facts={facts} canWrite={canWrite} onOpen={({ id }) => setOpenId(id)} />}
    </QueryCard>
  )
}

type ColumnsProps = { assessments: Assessment[]; facts: Facts; canWrite: boolean; onOpen: (assessment: Assessment) => void }

function Columns({ assessments, facts, canWrite, onOpen }: ColumnsProps) {
  const { t } = useTranslation('assessment')
  const { solve, reopen } = useChange()
  const { problems, risks, solved } = useMemo(() => openAndSolved(assessments), [assessments])
  const measured = Array.isArray(facts.measured) ? facts.measured : []
  const column = (title: string, none: string, items: Assessment[]) => (
    <section className={classes.column} aria-label={title}>
      <h3 className={classes.heading} tabIndex={-1}>
        {title}
        <span className={classes.count}> {items.length}</span>
      </h3>
      {items.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        <ul>
          {items.map((assessment) => (
            <AssessmentRow
              key={assessment.id}
              assessment={assessment}
              measured={measured}
              onOpen={onOpen}
              onSolve={canWrite ? (event) => solve(assessment, event) : undefined}
            />
          ))}
        </ul>
      )}
    </section>
  )
  return (
    <div className={classes.box}>
      <div className={classes.columns}>
        {column(t('card.problems'), t('card.noProblems'), problems)}
        {column(t('card.risks'), t('card.noRisks'), risks)}
      </div>
      {solved.length > 0 ? <SolvedList solved={solved} onOpen={onOpen} onReopen={canWrite ? reopen : undefined} /> : null}
    </div>
  )
}

function AssessmentsSkeleton() {
  return (
    <div className={classes.box}>
      <div className={classes.columns} aria-hidden="true">
        {[0, 1].map((column) => (
          <div key={column} className={classes.column}>
            <div className={classes.heading}>
              <Skeleton width={64} height={12} />
            </div>
            {[0, 1].map((row) => (
              <div key={row} className={clsx(classes.row, classes.waiting)}>
                <Skeleton width={row ? '58%' : '72%'} />
                <Skeleton width="44%" height={11} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}
