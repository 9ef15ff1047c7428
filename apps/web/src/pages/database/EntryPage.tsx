import { scopeOf } from '@sukoyaka/wire/access'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { combineQueries } from '../../api/combine-queries.ts'
import { selectMe } from '../../api/session.ts'
import { useAppSelector } from '../../api/store.ts'
import { useListTestCategoriesQuery } from '../../domains/checkup/api.ts'
import { EntryPanel } from '../../domains/checkup/entry/EntryPanel.tsx'
import { useCompleteGrid } from '../../domains/checkup/grid/complete.ts'
import { useGrid } from '../../domains/checkup/grid/use-grid.ts'
import { QueryContent, useQueryState } from '../../ui/loading/QueryView.tsx'
import { SkeletonLines } from '../../ui/loading/Skeleton.tsx'
import { idPattern } from '../../ui/page/id.ts'
import { PageError } from '../../ui/page/page-error.ts'
import { PatientFrame } from '../patient/PatientFrame.tsx'
import { usePatient, usePatientTitle } from '../patient/use-patient.ts'
import classes from './EntryPage.module.css'

/** Entry of results. Name and allergies stay visible above; nothing can be entered before they are loaded. */
export function EntryPage() {
  const { userId = '' } = useParams()
  const me = useAppSelector(selectMe)
  if (!idPattern.test(userId) || (me && scopeOf(me.role, 'test_results.write') === undefined)) throw new PageError(404)
  return me ? <PatientEntry key={userId} user_id={Number(userId)} /> : null
}

function PatientEntry({ user_id }: { user_id: number }) {
  const { t } = useTranslation('results')
  const patientState = usePatient(user_id)
  const { patient } = patientState
  usePatientTitle(patient, t('entry.title'))
  return (
    <div className={classes.page}>
      <PatientFrame user_id={user_id} {...patientState}>
        {patient ? <Panel user_id={user_id} sex={patient.sex} /> : null}
      </PatientFrame>
    </div>
  )
}

function Panel({ user_id, sex }: { user_id: number; sex: 'male' | 'female' | null }) {
  const { t } = useTranslation('results')
  const { query: results, packages, categories, today } = useGrid(user_id)
  // without all values of a day, typing would replace a value that is not shown
  const complete = useCompleteGrid(results.currentData).query
  const tests = useListTestCategoriesQuery({})
  const query = {
    ...combineQueries(results, complete, tests),
    currentData: complete.currentData && tests.currentData && { grid: complete.currentData, testCategories: tests.currentData.items },
  }
  const state = useQueryState(query)
  return (
    <QueryContent
      state={state}
      query={query}
      error={t('error')}
      skeleton={
        <div className={classes.waiting}>
          <SkeletonLines count={8} />
        </div>
      }
    >
      {({ grid, testCategories }) => (
        <EntryPanel
          user_id={user_id}
          sex={sex}
          grid={grid}
          packages={packages ?? []}
          categories={categories ?? []}
          ranges={today ?? []}
          testCategories={testCategories}
        />
      )}
    </QueryContent>
  )
}
